from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.download_job_input import DownloadJobInput


T = TypeVar("T", bound="ResolveDownloadInput")


@_attrs_define
class ResolveDownloadInput:
    """
    Attributes:
        download_job (DownloadJobInput | None | Unset): The job to continue. A new download begins without it.
    """

    download_job: DownloadJobInput | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.download_job_input import DownloadJobInput

        download_job: dict[str, Any] | None | Unset
        if isinstance(self.download_job, Unset):
            download_job = UNSET
        elif isinstance(self.download_job, DownloadJobInput):
            download_job = self.download_job.to_dict()
        else:
            download_job = self.download_job

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if download_job is not UNSET:
            field_dict["download_job"] = download_job

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.download_job_input import DownloadJobInput

        d = dict(src_dict)

        def _parse_download_job(data: object) -> DownloadJobInput | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                download_job_type_0 = DownloadJobInput.from_dict(data)

                return download_job_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DownloadJobInput | None | Unset, data)

        download_job = _parse_download_job(d.pop("download_job", UNSET))

        resolve_download_input = cls(
            download_job=download_job,
        )

        return resolve_download_input

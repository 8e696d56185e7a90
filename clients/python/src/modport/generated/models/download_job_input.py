from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.download_progress_input import DownloadProgressInput


T = TypeVar("T", bound="DownloadJobInput")


@_attrs_define
class DownloadJobInput:
    """
    Attributes:
        id (UUID): The id of the job in an earlier response.
        etag (None | str | Unset): Accepted and ignored. A job for replaced bytes ends by itself.
        progress (DownloadProgressInput | None | Unset): The progress until now.
    """

    id: UUID
    etag: None | str | Unset = UNSET
    progress: DownloadProgressInput | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.download_progress_input import DownloadProgressInput

        id = str(self.id)

        etag: None | str | Unset
        if isinstance(self.etag, Unset):
            etag = UNSET
        else:
            etag = self.etag

        progress: dict[str, Any] | None | Unset
        if isinstance(self.progress, Unset):
            progress = UNSET
        elif isinstance(self.progress, DownloadProgressInput):
            progress = self.progress.to_dict()
        else:
            progress = self.progress

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
            }
        )
        if etag is not UNSET:
            field_dict["etag"] = etag
        if progress is not UNSET:
            field_dict["progress"] = progress

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.download_progress_input import DownloadProgressInput

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        def _parse_etag(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        etag = _parse_etag(d.pop("etag", UNSET))

        def _parse_progress(data: object) -> DownloadProgressInput | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                progress_type_0 = DownloadProgressInput.from_dict(data)

                return progress_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DownloadProgressInput | None | Unset, data)

        progress = _parse_progress(d.pop("progress", UNSET))

        download_job_input = cls(
            id=id,
            etag=etag,
            progress=progress,
        )

        return download_job_input

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.download_progress import DownloadProgress


T = TypeVar("T", bound="DownloadJob")


@_attrs_define
class DownloadJob:
    """
    Attributes:
        id (UUID): The id of this download. Send it with the next resolve to continue it.
        grant_id (UUID): The id of the grant that counts this download.
        progress (DownloadProgress):
        etag (str): The ETag of the bytes that the job downloads.
    """

    id: UUID
    grant_id: UUID
    progress: DownloadProgress
    etag: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        grant_id = str(self.grant_id)

        progress = self.progress.to_dict()

        etag = self.etag

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "grant_id": grant_id,
                "progress": progress,
                "etag": etag,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.download_progress import DownloadProgress

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        grant_id = UUID(d.pop("grant_id"))

        progress = DownloadProgress.from_dict(d.pop("progress"))

        etag = d.pop("etag")

        download_job = cls(
            id=id,
            grant_id=grant_id,
            progress=progress,
            etag=etag,
        )

        download_job.additional_properties = d
        return download_job

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.resolve_download_fallback_response_200_data_download_job_progress import (
        ResolveDownloadFallbackResponse200DataDownloadJobProgress,
    )


T = TypeVar("T", bound="ResolveDownloadFallbackResponse200DataDownloadJob")


@_attrs_define
class ResolveDownloadFallbackResponse200DataDownloadJob:
    """
    Attributes:
        id (UUID):
        grant_id (UUID):
        progress (ResolveDownloadFallbackResponse200DataDownloadJobProgress):
    """

    id: UUID
    grant_id: UUID
    progress: ResolveDownloadFallbackResponse200DataDownloadJobProgress
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        grant_id = str(self.grant_id)

        progress = self.progress.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "grant_id": grant_id,
                "progress": progress,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.resolve_download_fallback_response_200_data_download_job_progress import (
            ResolveDownloadFallbackResponse200DataDownloadJobProgress,
        )

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        grant_id = UUID(d.pop("grant_id"))

        progress = ResolveDownloadFallbackResponse200DataDownloadJobProgress.from_dict(
            d.pop("progress")
        )

        resolve_download_fallback_response_200_data_download_job = cls(
            id=id,
            grant_id=grant_id,
            progress=progress,
        )

        resolve_download_fallback_response_200_data_download_job.additional_properties = d
        return resolve_download_fallback_response_200_data_download_job

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

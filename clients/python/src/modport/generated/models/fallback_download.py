from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.artifact_hashes import ArtifactHashes
    from ..models.download_capabilities import DownloadCapabilities
    from ..models.download_grant_info import DownloadGrantInfo
    from ..models.download_representation import DownloadRepresentation
    from ..models.download_resume import DownloadResume
    from ..models.fallback_job import FallbackJob


T = TypeVar("T", bound="FallbackDownload")


@_attrs_define
class FallbackDownload:
    """
    Attributes:
        artifact_id (UUID):
        fallback_url (str): A signed URL for GET. Do not store it.
        head_url (str): A signed URL for HEAD. Do not store it.
        expires_at (datetime.datetime): When the signed addresses expire.
        expires_in (int): The seconds until the signed addresses expire.
        download_job (FallbackJob):
        download_session_id (UUID): The id of the download session, the same as in the resolve response.
        download_grant (DownloadGrantInfo):
        resume (DownloadResume):
        representation (DownloadRepresentation):
        requires_head_before_range (bool): Whether to send a HEAD first. Range requests have to use the ETag that it
            returns.
        capabilities (DownloadCapabilities):
        size_bytes (int): The size of the whole file in bytes.
        sha256 (str): Read `hashes.sha256`.
        hashes (ArtifactHashes):
    """

    artifact_id: UUID
    fallback_url: str
    head_url: str
    expires_at: datetime.datetime
    expires_in: int
    download_job: FallbackJob
    download_session_id: UUID
    download_grant: DownloadGrantInfo
    resume: DownloadResume
    representation: DownloadRepresentation
    requires_head_before_range: bool
    capabilities: DownloadCapabilities
    size_bytes: int
    sha256: str
    hashes: ArtifactHashes
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        artifact_id = str(self.artifact_id)

        fallback_url = self.fallback_url

        head_url = self.head_url

        expires_at = self.expires_at.isoformat()

        expires_in = self.expires_in

        download_job = self.download_job.to_dict()

        download_session_id = str(self.download_session_id)

        download_grant = self.download_grant.to_dict()

        resume = self.resume.to_dict()

        representation = self.representation.to_dict()

        requires_head_before_range = self.requires_head_before_range

        capabilities = self.capabilities.to_dict()

        size_bytes = self.size_bytes

        sha256 = self.sha256

        hashes = self.hashes.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "artifact_id": artifact_id,
                "fallback_url": fallback_url,
                "head_url": head_url,
                "expires_at": expires_at,
                "expires_in": expires_in,
                "download_job": download_job,
                "download_session_id": download_session_id,
                "download_grant": download_grant,
                "resume": resume,
                "representation": representation,
                "requires_head_before_range": requires_head_before_range,
                "capabilities": capabilities,
                "size_bytes": size_bytes,
                "sha256": sha256,
                "hashes": hashes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.artifact_hashes import ArtifactHashes
        from ..models.download_capabilities import DownloadCapabilities
        from ..models.download_grant_info import DownloadGrantInfo
        from ..models.download_representation import DownloadRepresentation
        from ..models.download_resume import DownloadResume
        from ..models.fallback_job import FallbackJob

        d = dict(src_dict)
        artifact_id = UUID(d.pop("artifact_id"))

        fallback_url = d.pop("fallback_url")

        head_url = d.pop("head_url")

        expires_at = datetime.datetime.fromisoformat(d.pop("expires_at"))

        expires_in = d.pop("expires_in")

        download_job = FallbackJob.from_dict(d.pop("download_job"))

        download_session_id = UUID(d.pop("download_session_id"))

        download_grant = DownloadGrantInfo.from_dict(d.pop("download_grant"))

        resume = DownloadResume.from_dict(d.pop("resume"))

        representation = DownloadRepresentation.from_dict(d.pop("representation"))

        requires_head_before_range = d.pop("requires_head_before_range")

        capabilities = DownloadCapabilities.from_dict(d.pop("capabilities"))

        size_bytes = d.pop("size_bytes")

        sha256 = d.pop("sha256")

        hashes = ArtifactHashes.from_dict(d.pop("hashes"))

        fallback_download = cls(
            artifact_id=artifact_id,
            fallback_url=fallback_url,
            head_url=head_url,
            expires_at=expires_at,
            expires_in=expires_in,
            download_job=download_job,
            download_session_id=download_session_id,
            download_grant=download_grant,
            resume=resume,
            representation=representation,
            requires_head_before_range=requires_head_before_range,
            capabilities=capabilities,
            size_bytes=size_bytes,
            sha256=sha256,
            hashes=hashes,
        )

        fallback_download.additional_properties = d
        return fallback_download

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

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.artifact_hashes import ArtifactHashes
    from ..models.download_capabilities import DownloadCapabilities
    from ..models.download_fallback import DownloadFallback
    from ..models.download_grant_info import DownloadGrantInfo
    from ..models.download_job import DownloadJob
    from ..models.download_representation import DownloadRepresentation
    from ..models.download_resume import DownloadResume
    from ..models.download_transport import DownloadTransport
    from ..models.mod import Mod
    from ..models.mod_artifact import ModArtifact
    from ..models.mod_version import ModVersion


T = TypeVar("T", bound="Download")


@_attrs_define
class Download:
    """
    Attributes:
        mod (Mod): A mod as the catalog shows it.
        version (ModVersion): A version of a mod.
        artifact (ModArtifact): A file of a version.
        distribution (str): Always `service`.
        website_url (str): The address of this installation.
        mod_url (str): The page of the mod.
        api_url (str): The mod in the API.
        representation (DownloadRepresentation):
        fallback (DownloadFallback):
        capabilities (DownloadCapabilities):
        size_bytes (int): The size of the whole file in bytes.
        sha256 (str): Read `hashes.sha256`.
        hashes (ArtifactHashes):
        transport (DownloadTransport | Unset):
        primary_url (str | Unset): A signed URL for GET. Do not store it. Only for a file that this service stores.
        head_url (str | Unset): A signed URL for HEAD. Do not store it. Only for a file that this service stores.
        expires_at (datetime.datetime | Unset): When the signed URLs expire. Only for a file that this service stores.
        expires_in (int | Unset): The seconds until the signed URLs expire. Only for a file that this service stores.
        refresh_after_seconds (int | Unset): The seconds after which a download that continues should resolve again.
            Only for a file that this service stores.
        download_job (DownloadJob | Unset):
        download_session_id (UUID | Unset): The id that the fallback endpoint needs. Only for a file that this service
            stores.
        download_grant (DownloadGrantInfo | Unset):
        resume (DownloadResume | Unset):
        requires_head_before_range (bool | Unset): Whether to send a HEAD first to get the ETag. True exactly if the
            URLs lead to the mirror. Only for a file that this service stores.
    """

    mod: Mod
    version: ModVersion
    artifact: ModArtifact
    distribution: str
    website_url: str
    mod_url: str
    api_url: str
    representation: DownloadRepresentation
    fallback: DownloadFallback
    capabilities: DownloadCapabilities
    size_bytes: int
    sha256: str
    hashes: ArtifactHashes
    transport: DownloadTransport | Unset = UNSET
    primary_url: str | Unset = UNSET
    head_url: str | Unset = UNSET
    expires_at: datetime.datetime | Unset = UNSET
    expires_in: int | Unset = UNSET
    refresh_after_seconds: int | Unset = UNSET
    download_job: DownloadJob | Unset = UNSET
    download_session_id: UUID | Unset = UNSET
    download_grant: DownloadGrantInfo | Unset = UNSET
    resume: DownloadResume | Unset = UNSET
    requires_head_before_range: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        mod = self.mod.to_dict()

        version = self.version.to_dict()

        artifact = self.artifact.to_dict()

        distribution = self.distribution

        website_url = self.website_url

        mod_url = self.mod_url

        api_url = self.api_url

        representation = self.representation.to_dict()

        fallback = self.fallback.to_dict()

        capabilities = self.capabilities.to_dict()

        size_bytes = self.size_bytes

        sha256 = self.sha256

        hashes = self.hashes.to_dict()

        transport: dict[str, Any] | Unset = UNSET
        if not isinstance(self.transport, Unset):
            transport = self.transport.to_dict()

        primary_url = self.primary_url

        head_url = self.head_url

        expires_at: str | Unset = UNSET
        if not isinstance(self.expires_at, Unset):
            expires_at = self.expires_at.isoformat()

        expires_in = self.expires_in

        refresh_after_seconds = self.refresh_after_seconds

        download_job: dict[str, Any] | Unset = UNSET
        if not isinstance(self.download_job, Unset):
            download_job = self.download_job.to_dict()

        download_session_id: str | Unset = UNSET
        if not isinstance(self.download_session_id, Unset):
            download_session_id = str(self.download_session_id)

        download_grant: dict[str, Any] | Unset = UNSET
        if not isinstance(self.download_grant, Unset):
            download_grant = self.download_grant.to_dict()

        resume: dict[str, Any] | Unset = UNSET
        if not isinstance(self.resume, Unset):
            resume = self.resume.to_dict()

        requires_head_before_range = self.requires_head_before_range

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "mod": mod,
                "version": version,
                "artifact": artifact,
                "distribution": distribution,
                "website_url": website_url,
                "mod_url": mod_url,
                "api_url": api_url,
                "representation": representation,
                "fallback": fallback,
                "capabilities": capabilities,
                "size_bytes": size_bytes,
                "sha256": sha256,
                "hashes": hashes,
            }
        )
        if transport is not UNSET:
            field_dict["transport"] = transport
        if primary_url is not UNSET:
            field_dict["primary_url"] = primary_url
        if head_url is not UNSET:
            field_dict["head_url"] = head_url
        if expires_at is not UNSET:
            field_dict["expires_at"] = expires_at
        if expires_in is not UNSET:
            field_dict["expires_in"] = expires_in
        if refresh_after_seconds is not UNSET:
            field_dict["refresh_after_seconds"] = refresh_after_seconds
        if download_job is not UNSET:
            field_dict["download_job"] = download_job
        if download_session_id is not UNSET:
            field_dict["download_session_id"] = download_session_id
        if download_grant is not UNSET:
            field_dict["download_grant"] = download_grant
        if resume is not UNSET:
            field_dict["resume"] = resume
        if requires_head_before_range is not UNSET:
            field_dict["requires_head_before_range"] = requires_head_before_range

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.artifact_hashes import ArtifactHashes
        from ..models.download_capabilities import DownloadCapabilities
        from ..models.download_fallback import DownloadFallback
        from ..models.download_grant_info import DownloadGrantInfo
        from ..models.download_job import DownloadJob
        from ..models.download_representation import DownloadRepresentation
        from ..models.download_resume import DownloadResume
        from ..models.download_transport import DownloadTransport
        from ..models.mod import Mod
        from ..models.mod_artifact import ModArtifact
        from ..models.mod_version import ModVersion

        d = dict(src_dict)
        mod = Mod.from_dict(d.pop("mod"))

        version = ModVersion.from_dict(d.pop("version"))

        artifact = ModArtifact.from_dict(d.pop("artifact"))

        distribution = d.pop("distribution")

        website_url = d.pop("website_url")

        mod_url = d.pop("mod_url")

        api_url = d.pop("api_url")

        representation = DownloadRepresentation.from_dict(d.pop("representation"))

        fallback = DownloadFallback.from_dict(d.pop("fallback"))

        capabilities = DownloadCapabilities.from_dict(d.pop("capabilities"))

        size_bytes = d.pop("size_bytes")

        sha256 = d.pop("sha256")

        hashes = ArtifactHashes.from_dict(d.pop("hashes"))

        _transport = d.pop("transport", UNSET)
        transport: DownloadTransport | Unset
        if isinstance(_transport, Unset):
            transport = UNSET
        else:
            transport = DownloadTransport.from_dict(_transport)

        primary_url = d.pop("primary_url", UNSET)

        head_url = d.pop("head_url", UNSET)

        _expires_at = d.pop("expires_at", UNSET)
        expires_at: datetime.datetime | Unset
        if isinstance(_expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = datetime.datetime.fromisoformat(_expires_at)

        expires_in = d.pop("expires_in", UNSET)

        refresh_after_seconds = d.pop("refresh_after_seconds", UNSET)

        _download_job = d.pop("download_job", UNSET)
        download_job: DownloadJob | Unset
        if isinstance(_download_job, Unset):
            download_job = UNSET
        else:
            download_job = DownloadJob.from_dict(_download_job)

        _download_session_id = d.pop("download_session_id", UNSET)
        download_session_id: UUID | Unset
        if isinstance(_download_session_id, Unset):
            download_session_id = UNSET
        else:
            download_session_id = UUID(_download_session_id)

        _download_grant = d.pop("download_grant", UNSET)
        download_grant: DownloadGrantInfo | Unset
        if isinstance(_download_grant, Unset):
            download_grant = UNSET
        else:
            download_grant = DownloadGrantInfo.from_dict(_download_grant)

        _resume = d.pop("resume", UNSET)
        resume: DownloadResume | Unset
        if isinstance(_resume, Unset):
            resume = UNSET
        else:
            resume = DownloadResume.from_dict(_resume)

        requires_head_before_range = d.pop("requires_head_before_range", UNSET)

        download = cls(
            mod=mod,
            version=version,
            artifact=artifact,
            distribution=distribution,
            website_url=website_url,
            mod_url=mod_url,
            api_url=api_url,
            representation=representation,
            fallback=fallback,
            capabilities=capabilities,
            size_bytes=size_bytes,
            sha256=sha256,
            hashes=hashes,
            transport=transport,
            primary_url=primary_url,
            head_url=head_url,
            expires_at=expires_at,
            expires_in=expires_in,
            refresh_after_seconds=refresh_after_seconds,
            download_job=download_job,
            download_session_id=download_session_id,
            download_grant=download_grant,
            resume=resume,
            requires_head_before_range=requires_head_before_range,
        )

        download.additional_properties = d
        return download

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

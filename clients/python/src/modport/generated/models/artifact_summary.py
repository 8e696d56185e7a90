from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.artifact_hashes import ArtifactHashes
    from ..models.artifact_version_ref import ArtifactVersionRef
    from ..models.download_metadata import DownloadMetadata
    from ..models.mod_artifact import ModArtifact
    from ..models.mod_links import ModLinks
    from ..models.mod_ref import ModRef


T = TypeVar("T", bound="ArtifactSummary")


@_attrs_define
class ArtifactSummary:
    """
    Attributes:
        artifact_id (UUID):
        mod (ModRef): A mod as the catalog shows it.
        version (ArtifactVersionRef):
        artifact (ModArtifact): A file of a version.
        size_bytes (int): The size of the whole file in bytes.
        sha256 (str): Read `hashes.sha256`.
        hashes (ArtifactHashes):
        links (ModLinks):
        download (DownloadMetadata):
    """

    artifact_id: UUID
    mod: ModRef
    version: ArtifactVersionRef
    artifact: ModArtifact
    size_bytes: int
    sha256: str
    hashes: ArtifactHashes
    links: ModLinks
    download: DownloadMetadata
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        artifact_id = str(self.artifact_id)

        mod = self.mod.to_dict()

        version = self.version.to_dict()

        artifact = self.artifact.to_dict()

        size_bytes = self.size_bytes

        sha256 = self.sha256

        hashes = self.hashes.to_dict()

        links = self.links.to_dict()

        download = self.download.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "artifact_id": artifact_id,
                "mod": mod,
                "version": version,
                "artifact": artifact,
                "size_bytes": size_bytes,
                "sha256": sha256,
                "hashes": hashes,
                "links": links,
                "download": download,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.artifact_hashes import ArtifactHashes
        from ..models.artifact_version_ref import ArtifactVersionRef
        from ..models.download_metadata import DownloadMetadata
        from ..models.mod_artifact import ModArtifact
        from ..models.mod_links import ModLinks
        from ..models.mod_ref import ModRef

        d = dict(src_dict)
        artifact_id = UUID(d.pop("artifact_id"))

        mod = ModRef.from_dict(d.pop("mod"))

        version = ArtifactVersionRef.from_dict(d.pop("version"))

        artifact = ModArtifact.from_dict(d.pop("artifact"))

        size_bytes = d.pop("size_bytes")

        sha256 = d.pop("sha256")

        hashes = ArtifactHashes.from_dict(d.pop("hashes"))

        links = ModLinks.from_dict(d.pop("links"))

        download = DownloadMetadata.from_dict(d.pop("download"))

        artifact_summary = cls(
            artifact_id=artifact_id,
            mod=mod,
            version=version,
            artifact=artifact,
            size_bytes=size_bytes,
            sha256=sha256,
            hashes=hashes,
            links=links,
            download=download,
        )

        artifact_summary.additional_properties = d
        return artifact_summary

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

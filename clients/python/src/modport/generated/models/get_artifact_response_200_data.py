from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.get_artifact_response_200_data_download import (
        GetArtifactResponse200DataDownload,
    )
    from ..models.get_artifact_response_200_data_hashes import (
        GetArtifactResponse200DataHashes,
    )
    from ..models.get_artifact_response_200_data_links import (
        GetArtifactResponse200DataLinks,
    )
    from ..models.get_artifact_response_200_data_mod import (
        GetArtifactResponse200DataMod,
    )
    from ..models.get_artifact_response_200_data_version import (
        GetArtifactResponse200DataVersion,
    )
    from ..models.public_mod_artifact import PublicModArtifact


T = TypeVar("T", bound="GetArtifactResponse200Data")


@_attrs_define
class GetArtifactResponse200Data:
    """
    Attributes:
        artifact_id (UUID):
        mod (GetArtifactResponse200DataMod): A mod as the catalog shows it.
        version (GetArtifactResponse200DataVersion):
        artifact (PublicModArtifact): A file of a version.
        size_bytes (int):
        sha256 (str): Read `hashes.sha256`.
        hashes (GetArtifactResponse200DataHashes):
        links (GetArtifactResponse200DataLinks):
        download (GetArtifactResponse200DataDownload):
    """

    artifact_id: UUID
    mod: GetArtifactResponse200DataMod
    version: GetArtifactResponse200DataVersion
    artifact: PublicModArtifact
    size_bytes: int
    sha256: str
    hashes: GetArtifactResponse200DataHashes
    links: GetArtifactResponse200DataLinks
    download: GetArtifactResponse200DataDownload
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
        from ..models.get_artifact_response_200_data_download import (
            GetArtifactResponse200DataDownload,
        )
        from ..models.get_artifact_response_200_data_hashes import (
            GetArtifactResponse200DataHashes,
        )
        from ..models.get_artifact_response_200_data_links import (
            GetArtifactResponse200DataLinks,
        )
        from ..models.get_artifact_response_200_data_mod import (
            GetArtifactResponse200DataMod,
        )
        from ..models.get_artifact_response_200_data_version import (
            GetArtifactResponse200DataVersion,
        )
        from ..models.public_mod_artifact import PublicModArtifact

        d = dict(src_dict)
        artifact_id = UUID(d.pop("artifact_id"))

        mod = GetArtifactResponse200DataMod.from_dict(d.pop("mod"))

        version = GetArtifactResponse200DataVersion.from_dict(d.pop("version"))

        artifact = PublicModArtifact.from_dict(d.pop("artifact"))

        size_bytes = d.pop("size_bytes")

        sha256 = d.pop("sha256")

        hashes = GetArtifactResponse200DataHashes.from_dict(d.pop("hashes"))

        links = GetArtifactResponse200DataLinks.from_dict(d.pop("links"))

        download = GetArtifactResponse200DataDownload.from_dict(d.pop("download"))

        get_artifact_response_200_data = cls(
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

        get_artifact_response_200_data.additional_properties = d
        return get_artifact_response_200_data

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

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.artifact_hashes import ArtifactHashes
    from ..models.download_metadata import DownloadMetadata


T = TypeVar("T", bound="ModArtifact")


@_attrs_define
class ModArtifact:
    """A file of a version.

    Attributes:
        id (UUID):
        mod_id (UUID):
        version_id (UUID):
        file_kind (str): Known values: `main`, `optional`. Expect others.
        role (str): `primary` for the main file of the version, else `optional`.
        category (str): The file category of the version.
        file_version (str): The version string of the file. An optional file may have its own.
        label (str): The name of the file for people. It distinguishes optional files.
        original_filename (None | str): The name of the file as uploaded; null if it has none.
        content_type (str): The media type of the file.
        game_version_key (None | str): For display: the first game version of the version. Null if it names none.
        loader_key (None | str): For display: the first mod loader of the version. Null if it names none.
        platform (None | str): For display: the platform of the version. Null unless it names exactly one.
        size_bytes (int): The size of the whole file in bytes.
        sha256 (str): The same as `hashes.sha256`. Read `hashes.sha256`.
        hashes (ArtifactHashes):
        artifact_source (str): Known values: `external_provider_reference`, `rehosted_blob`. Expect others.
        status (str): Known values: `archived`, `deleted`, `pending`, `published`, `ready`, `rejected`, `withdrawn`.
            Expect others.
        scan_status (str): Known values: `clean`, `failed`, `pending`, `quarantined`, `queued`, `rejected`, `scanning`,
            `skipped`. Expect others.
        download_metadata (DownloadMetadata):
    """

    id: UUID
    mod_id: UUID
    version_id: UUID
    file_kind: str
    role: str
    category: str
    file_version: str
    label: str
    original_filename: None | str
    content_type: str
    game_version_key: None | str
    loader_key: None | str
    platform: None | str
    size_bytes: int
    sha256: str
    hashes: ArtifactHashes
    artifact_source: str
    status: str
    scan_status: str
    download_metadata: DownloadMetadata
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        mod_id = str(self.mod_id)

        version_id = str(self.version_id)

        file_kind = self.file_kind

        role = self.role

        category = self.category

        file_version = self.file_version

        label = self.label

        original_filename: None | str
        original_filename = self.original_filename

        content_type = self.content_type

        game_version_key: None | str
        game_version_key = self.game_version_key

        loader_key: None | str
        loader_key = self.loader_key

        platform: None | str
        platform = self.platform

        size_bytes = self.size_bytes

        sha256 = self.sha256

        hashes = self.hashes.to_dict()

        artifact_source = self.artifact_source

        status = self.status

        scan_status = self.scan_status

        download_metadata = self.download_metadata.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "mod_id": mod_id,
                "version_id": version_id,
                "file_kind": file_kind,
                "role": role,
                "category": category,
                "file_version": file_version,
                "label": label,
                "original_filename": original_filename,
                "content_type": content_type,
                "game_version_key": game_version_key,
                "loader_key": loader_key,
                "platform": platform,
                "size_bytes": size_bytes,
                "sha256": sha256,
                "hashes": hashes,
                "artifact_source": artifact_source,
                "status": status,
                "scan_status": scan_status,
                "download_metadata": download_metadata,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.artifact_hashes import ArtifactHashes
        from ..models.download_metadata import DownloadMetadata

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        mod_id = UUID(d.pop("mod_id"))

        version_id = UUID(d.pop("version_id"))

        file_kind = d.pop("file_kind")

        role = d.pop("role")

        category = d.pop("category")

        file_version = d.pop("file_version")

        label = d.pop("label")

        def _parse_original_filename(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        original_filename = _parse_original_filename(d.pop("original_filename"))

        content_type = d.pop("content_type")

        def _parse_game_version_key(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        game_version_key = _parse_game_version_key(d.pop("game_version_key"))

        def _parse_loader_key(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        loader_key = _parse_loader_key(d.pop("loader_key"))

        def _parse_platform(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        platform = _parse_platform(d.pop("platform"))

        size_bytes = d.pop("size_bytes")

        sha256 = d.pop("sha256")

        hashes = ArtifactHashes.from_dict(d.pop("hashes"))

        artifact_source = d.pop("artifact_source")

        status = d.pop("status")

        scan_status = d.pop("scan_status")

        download_metadata = DownloadMetadata.from_dict(d.pop("download_metadata"))

        mod_artifact = cls(
            id=id,
            mod_id=mod_id,
            version_id=version_id,
            file_kind=file_kind,
            role=role,
            category=category,
            file_version=file_version,
            label=label,
            original_filename=original_filename,
            content_type=content_type,
            game_version_key=game_version_key,
            loader_key=loader_key,
            platform=platform,
            size_bytes=size_bytes,
            sha256=sha256,
            hashes=hashes,
            artifact_source=artifact_source,
            status=status,
            scan_status=scan_status,
            download_metadata=download_metadata,
        )

        mod_artifact.additional_properties = d
        return mod_artifact

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

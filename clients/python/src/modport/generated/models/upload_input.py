from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..models.file_kind_input import FileKindInput, check_file_kind_input
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.archive_manifest_entry_input import ArchiveManifestEntryInput
    from ..models.expected_hashes_input import ExpectedHashesInput
    from ..models.json_object import JsonObject


T = TypeVar("T", bound="UploadInput")


@_attrs_define
class UploadInput:
    """
    Attributes:
        filename (str):
        mod_id (UUID):
        size_bytes (int): The exact size of the file in bytes.
        version_id (UUID):
        archive_manifest (list[ArchiveManifestEntryInput] | None | Unset):
        build_metadata (JsonObject | None | Unset): At most 16 KiB.
        content_type (None | str | Unset): The media type of the file. If omitted, the extension of the filename
            decides.
        expected_hashes (ExpectedHashesInput | None | Unset):
        expected_sha_256 (None | str | Unset): The same as `expectedHashes.sha256`. Send `expectedHashes.sha256`.
        file_kind (FileKindInput | None | Unset): `main` if omitted.
        file_version (None | str | Unset): The version string of an optional file; that of the mod version if omitted. A
            main file always has the version string of its mod version.
        label (None | str | Unset): The name of the file for people; the filename if omitted.
    """

    filename: str
    mod_id: UUID
    size_bytes: int
    version_id: UUID
    archive_manifest: list[ArchiveManifestEntryInput] | None | Unset = UNSET
    build_metadata: JsonObject | None | Unset = UNSET
    content_type: None | str | Unset = UNSET
    expected_hashes: ExpectedHashesInput | None | Unset = UNSET
    expected_sha_256: None | str | Unset = UNSET
    file_kind: FileKindInput | None | Unset = UNSET
    file_version: None | str | Unset = UNSET
    label: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.expected_hashes_input import ExpectedHashesInput
        from ..models.json_object import JsonObject

        filename = self.filename

        mod_id = str(self.mod_id)

        size_bytes = self.size_bytes

        version_id = str(self.version_id)

        archive_manifest: list[dict[str, Any]] | None | Unset
        if isinstance(self.archive_manifest, Unset):
            archive_manifest = UNSET
        elif isinstance(self.archive_manifest, list):
            archive_manifest = []
            for archive_manifest_type_0_item_data in self.archive_manifest:
                archive_manifest_type_0_item = archive_manifest_type_0_item_data.to_dict()
                archive_manifest.append(archive_manifest_type_0_item)

        else:
            archive_manifest = self.archive_manifest

        build_metadata: dict[str, Any] | None | Unset
        if isinstance(self.build_metadata, Unset):
            build_metadata = UNSET
        elif isinstance(self.build_metadata, JsonObject):
            build_metadata = self.build_metadata.to_dict()
        else:
            build_metadata = self.build_metadata

        content_type: None | str | Unset
        if isinstance(self.content_type, Unset):
            content_type = UNSET
        else:
            content_type = self.content_type

        expected_hashes: dict[str, Any] | None | Unset
        if isinstance(self.expected_hashes, Unset):
            expected_hashes = UNSET
        elif isinstance(self.expected_hashes, ExpectedHashesInput):
            expected_hashes = self.expected_hashes.to_dict()
        else:
            expected_hashes = self.expected_hashes

        expected_sha_256: None | str | Unset
        if isinstance(self.expected_sha_256, Unset):
            expected_sha_256 = UNSET
        else:
            expected_sha_256 = self.expected_sha_256

        file_kind: None | str | Unset
        if isinstance(self.file_kind, Unset):
            file_kind = UNSET
        elif isinstance(self.file_kind, str):
            file_kind = self.file_kind
        else:
            file_kind = self.file_kind

        file_version: None | str | Unset
        if isinstance(self.file_version, Unset):
            file_version = UNSET
        else:
            file_version = self.file_version

        label: None | str | Unset
        if isinstance(self.label, Unset):
            label = UNSET
        else:
            label = self.label

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "filename": filename,
                "modId": mod_id,
                "sizeBytes": size_bytes,
                "versionId": version_id,
            }
        )
        if archive_manifest is not UNSET:
            field_dict["archiveManifest"] = archive_manifest
        if build_metadata is not UNSET:
            field_dict["buildMetadata"] = build_metadata
        if content_type is not UNSET:
            field_dict["contentType"] = content_type
        if expected_hashes is not UNSET:
            field_dict["expectedHashes"] = expected_hashes
        if expected_sha_256 is not UNSET:
            field_dict["expectedSha256"] = expected_sha_256
        if file_kind is not UNSET:
            field_dict["fileKind"] = file_kind
        if file_version is not UNSET:
            field_dict["fileVersion"] = file_version
        if label is not UNSET:
            field_dict["label"] = label

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.archive_manifest_entry_input import ArchiveManifestEntryInput
        from ..models.expected_hashes_input import ExpectedHashesInput
        from ..models.json_object import JsonObject

        d = dict(src_dict)
        filename = d.pop("filename")

        mod_id = UUID(d.pop("modId"))

        size_bytes = d.pop("sizeBytes")

        version_id = UUID(d.pop("versionId"))

        def _parse_archive_manifest(
            data: object,
        ) -> list[ArchiveManifestEntryInput] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                archive_manifest_type_0 = []
                _archive_manifest_type_0 = data
                for archive_manifest_type_0_item_data in _archive_manifest_type_0:
                    archive_manifest_type_0_item = ArchiveManifestEntryInput.from_dict(
                        archive_manifest_type_0_item_data
                    )

                    archive_manifest_type_0.append(archive_manifest_type_0_item)

                return archive_manifest_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ArchiveManifestEntryInput] | None | Unset, data)

        archive_manifest = _parse_archive_manifest(d.pop("archiveManifest", UNSET))

        def _parse_build_metadata(data: object) -> JsonObject | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                build_metadata_type_0 = JsonObject.from_dict(data)

                return build_metadata_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(JsonObject | None | Unset, data)

        build_metadata = _parse_build_metadata(d.pop("buildMetadata", UNSET))

        def _parse_content_type(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        content_type = _parse_content_type(d.pop("contentType", UNSET))

        def _parse_expected_hashes(data: object) -> ExpectedHashesInput | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                expected_hashes_type_0 = ExpectedHashesInput.from_dict(data)

                return expected_hashes_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ExpectedHashesInput | None | Unset, data)

        expected_hashes = _parse_expected_hashes(d.pop("expectedHashes", UNSET))

        def _parse_expected_sha_256(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        expected_sha_256 = _parse_expected_sha_256(d.pop("expectedSha256", UNSET))

        def _parse_file_kind(data: object) -> FileKindInput | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                file_kind_type_0 = check_file_kind_input(data)

                return file_kind_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FileKindInput | None | Unset, data)

        file_kind = _parse_file_kind(d.pop("fileKind", UNSET))

        def _parse_file_version(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        file_version = _parse_file_version(d.pop("fileVersion", UNSET))

        def _parse_label(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        label = _parse_label(d.pop("label", UNSET))

        upload_input = cls(
            filename=filename,
            mod_id=mod_id,
            size_bytes=size_bytes,
            version_id=version_id,
            archive_manifest=archive_manifest,
            build_metadata=build_metadata,
            content_type=content_type,
            expected_hashes=expected_hashes,
            expected_sha_256=expected_sha_256,
            file_kind=file_kind,
            file_version=file_version,
            label=label,
        )

        return upload_input

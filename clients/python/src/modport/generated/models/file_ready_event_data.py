from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="FileReadyEventData")


@_attrs_define
class FileReadyEventData:
    """
    Attributes:
        mod_id (UUID): The mod.
        version_id (UUID): The version.
        artifact_id (UUID): The file.
        upload_id (UUID | Unset): The upload of the file, unless the file is external.
        reference_id (UUID | Unset): The external reference of the file, if the file is external.
        sha256 (str | Unset): The SHA-256 of all bytes, in hex.
        size_bytes (int | Unset): The size in bytes.
        superseded_artifact_ids (list[UUID] | Unset): The files of the version that this one replaced.
    """

    mod_id: UUID
    version_id: UUID
    artifact_id: UUID
    upload_id: UUID | Unset = UNSET
    reference_id: UUID | Unset = UNSET
    sha256: str | Unset = UNSET
    size_bytes: int | Unset = UNSET
    superseded_artifact_ids: list[UUID] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        mod_id = str(self.mod_id)

        version_id = str(self.version_id)

        artifact_id = str(self.artifact_id)

        upload_id: str | Unset = UNSET
        if not isinstance(self.upload_id, Unset):
            upload_id = str(self.upload_id)

        reference_id: str | Unset = UNSET
        if not isinstance(self.reference_id, Unset):
            reference_id = str(self.reference_id)

        sha256 = self.sha256

        size_bytes = self.size_bytes

        superseded_artifact_ids: list[str] | Unset = UNSET
        if not isinstance(self.superseded_artifact_ids, Unset):
            superseded_artifact_ids = []
            for superseded_artifact_ids_item_data in self.superseded_artifact_ids:
                superseded_artifact_ids_item = str(superseded_artifact_ids_item_data)
                superseded_artifact_ids.append(superseded_artifact_ids_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "mod_id": mod_id,
                "version_id": version_id,
                "artifact_id": artifact_id,
            }
        )
        if upload_id is not UNSET:
            field_dict["upload_id"] = upload_id
        if reference_id is not UNSET:
            field_dict["reference_id"] = reference_id
        if sha256 is not UNSET:
            field_dict["sha256"] = sha256
        if size_bytes is not UNSET:
            field_dict["size_bytes"] = size_bytes
        if superseded_artifact_ids is not UNSET:
            field_dict["superseded_artifact_ids"] = superseded_artifact_ids

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        mod_id = UUID(d.pop("mod_id"))

        version_id = UUID(d.pop("version_id"))

        artifact_id = UUID(d.pop("artifact_id"))

        _upload_id = d.pop("upload_id", UNSET)
        upload_id: UUID | Unset
        if isinstance(_upload_id, Unset):
            upload_id = UNSET
        else:
            upload_id = UUID(_upload_id)

        _reference_id = d.pop("reference_id", UNSET)
        reference_id: UUID | Unset
        if isinstance(_reference_id, Unset):
            reference_id = UNSET
        else:
            reference_id = UUID(_reference_id)

        sha256 = d.pop("sha256", UNSET)

        size_bytes = d.pop("size_bytes", UNSET)

        _superseded_artifact_ids = d.pop("superseded_artifact_ids", UNSET)
        superseded_artifact_ids: list[UUID] | Unset = UNSET
        if _superseded_artifact_ids is not UNSET:
            superseded_artifact_ids = []
            for superseded_artifact_ids_item_data in _superseded_artifact_ids:
                superseded_artifact_ids_item = UUID(superseded_artifact_ids_item_data)

                superseded_artifact_ids.append(superseded_artifact_ids_item)

        file_ready_event_data = cls(
            mod_id=mod_id,
            version_id=version_id,
            artifact_id=artifact_id,
            upload_id=upload_id,
            reference_id=reference_id,
            sha256=sha256,
            size_bytes=size_bytes,
            superseded_artifact_ids=superseded_artifact_ids,
        )

        file_ready_event_data.additional_properties = d
        return file_ready_event_data

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

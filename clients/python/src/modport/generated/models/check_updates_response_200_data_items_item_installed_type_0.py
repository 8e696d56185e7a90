from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.artifact_state import ArtifactState, check_artifact_state
from ..models.file_kind import FileKind, check_file_kind

T = TypeVar("T", bound="CheckUpdatesResponse200DataItemsItemInstalledType0")


@_attrs_define
class CheckUpdatesResponse200DataItemsItemInstalledType0:
    """Null if the file is unknown.

    Attributes:
        mod_id (UUID):
        version_id (UUID):
        version (str):
        artifact_id (UUID):
        file_kind (FileKind):
        status (ArtifactState):
        shared (bool): Whether other mods have files with the same bytes. The earliest published file is reported; send
            the id to name a file exactly.
    """

    mod_id: UUID
    version_id: UUID
    version: str
    artifact_id: UUID
    file_kind: FileKind
    status: ArtifactState
    shared: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        mod_id = str(self.mod_id)

        version_id = str(self.version_id)

        version = self.version

        artifact_id = str(self.artifact_id)

        file_kind: str = self.file_kind

        status: str = self.status

        shared = self.shared

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "mod_id": mod_id,
                "version_id": version_id,
                "version": version,
                "artifact_id": artifact_id,
                "file_kind": file_kind,
                "status": status,
                "shared": shared,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        mod_id = UUID(d.pop("mod_id"))

        version_id = UUID(d.pop("version_id"))

        version = d.pop("version")

        artifact_id = UUID(d.pop("artifact_id"))

        file_kind = check_file_kind(d.pop("file_kind"))

        status = check_artifact_state(d.pop("status"))

        shared = d.pop("shared")

        check_updates_response_200_data_items_item_installed_type_0 = cls(
            mod_id=mod_id,
            version_id=version_id,
            version=version,
            artifact_id=artifact_id,
            file_kind=file_kind,
            status=status,
            shared=shared,
        )

        check_updates_response_200_data_items_item_installed_type_0.additional_properties = d
        return check_updates_response_200_data_items_item_installed_type_0

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

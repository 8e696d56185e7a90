from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="InstalledFile")


@_attrs_define
class InstalledFile:
    """
    Attributes:
        mod_id (UUID):
        version_id (UUID):
        version (str): The version string.
        artifact_id (UUID):
        file_kind (str): Known values: `main`, `optional`. Expect others.
        status (str): Known values: `archived`, `deleted`, `pending`, `published`, `ready`, `rejected`, `withdrawn`.
            Expect others.
        shared (bool): Whether other mods have files with the same bytes. The earliest published file is reported; send
            the id to name a file exactly.
    """

    mod_id: UUID
    version_id: UUID
    version: str
    artifact_id: UUID
    file_kind: str
    status: str
    shared: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        mod_id = str(self.mod_id)

        version_id = str(self.version_id)

        version = self.version

        artifact_id = str(self.artifact_id)

        file_kind = self.file_kind

        status = self.status

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

        file_kind = d.pop("file_kind")

        status = d.pop("status")

        shared = d.pop("shared")

        installed_file = cls(
            mod_id=mod_id,
            version_id=version_id,
            version=version,
            artifact_id=artifact_id,
            file_kind=file_kind,
            status=status,
            shared=shared,
        )

        installed_file.additional_properties = d
        return installed_file

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

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PlanFile")


@_attrs_define
class PlanFile:
    """
    Attributes:
        artifact_id (UUID):
        file_version (None | str): The version string of the file, always set. An optional file may have its own.
        original_filename (None | str): The name of the file as uploaded; null if it has none.
        size_bytes (int): The size of the whole file in bytes.
        sha256 (str): Of the whole file, in lower-case hex.
        resolve_endpoint (str): Send POST to this path to start the download. Relative to the API base.
    """

    artifact_id: UUID
    file_version: None | str
    original_filename: None | str
    size_bytes: int
    sha256: str
    resolve_endpoint: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        artifact_id = str(self.artifact_id)

        file_version: None | str
        file_version = self.file_version

        original_filename: None | str
        original_filename = self.original_filename

        size_bytes = self.size_bytes

        sha256 = self.sha256

        resolve_endpoint = self.resolve_endpoint

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "artifact_id": artifact_id,
                "file_version": file_version,
                "original_filename": original_filename,
                "size_bytes": size_bytes,
                "sha256": sha256,
                "resolve_endpoint": resolve_endpoint,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        artifact_id = UUID(d.pop("artifact_id"))

        def _parse_file_version(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        file_version = _parse_file_version(d.pop("file_version"))

        def _parse_original_filename(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        original_filename = _parse_original_filename(d.pop("original_filename"))

        size_bytes = d.pop("size_bytes")

        sha256 = d.pop("sha256")

        resolve_endpoint = d.pop("resolve_endpoint")

        plan_file = cls(
            artifact_id=artifact_id,
            file_version=file_version,
            original_filename=original_filename,
            size_bytes=size_bytes,
            sha256=sha256,
            resolve_endpoint=resolve_endpoint,
        )

        plan_file.additional_properties = d
        return plan_file

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

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ScanCompletedEventData")


@_attrs_define
class ScanCompletedEventData:
    """
    Attributes:
        upload_id (UUID): The upload session.
        mod_id (UUID): The mod.
        version_id (UUID): The version.
        artifact_id (UUID): The file.
        outcome (str): The result of the scan, such as `clean`. It never changes.
    """

    upload_id: UUID
    mod_id: UUID
    version_id: UUID
    artifact_id: UUID
    outcome: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        upload_id = str(self.upload_id)

        mod_id = str(self.mod_id)

        version_id = str(self.version_id)

        artifact_id = str(self.artifact_id)

        outcome = self.outcome

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "upload_id": upload_id,
                "mod_id": mod_id,
                "version_id": version_id,
                "artifact_id": artifact_id,
                "outcome": outcome,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        upload_id = UUID(d.pop("upload_id"))

        mod_id = UUID(d.pop("mod_id"))

        version_id = UUID(d.pop("version_id"))

        artifact_id = UUID(d.pop("artifact_id"))

        outcome = d.pop("outcome")

        scan_completed_event_data = cls(
            upload_id=upload_id,
            mod_id=mod_id,
            version_id=version_id,
            artifact_id=artifact_id,
            outcome=outcome,
        )

        scan_completed_event_data.additional_properties = d
        return scan_completed_event_data

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

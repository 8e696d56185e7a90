from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="VersionPublishedEventData")


@_attrs_define
class VersionPublishedEventData:
    """
    Attributes:
        mod_id (UUID): The mod.
        version_id (UUID): The version.
        artifact_id (None | UUID): The primary file, always set.
    """

    mod_id: UUID
    version_id: UUID
    artifact_id: None | UUID
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        mod_id = str(self.mod_id)

        version_id = str(self.version_id)

        artifact_id: None | str
        if isinstance(self.artifact_id, UUID):
            artifact_id = str(self.artifact_id)
        else:
            artifact_id = self.artifact_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "mod_id": mod_id,
                "version_id": version_id,
                "artifact_id": artifact_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        mod_id = UUID(d.pop("mod_id"))

        version_id = UUID(d.pop("version_id"))

        def _parse_artifact_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                artifact_id_type_0 = UUID(data)

                return artifact_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        artifact_id = _parse_artifact_id(d.pop("artifact_id"))

        version_published_event_data = cls(
            mod_id=mod_id,
            version_id=version_id,
            artifact_id=artifact_id,
        )

        version_published_event_data.additional_properties = d
        return version_published_event_data

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

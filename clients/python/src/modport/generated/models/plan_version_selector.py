from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PlanVersionSelector")


@_attrs_define
class PlanVersionSelector:
    """
    Attributes:
        mod_id (UUID):
        version_id (UUID):
    """

    mod_id: UUID
    version_id: UUID
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        mod_id = str(self.mod_id)

        version_id = str(self.version_id)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "mod_id": mod_id,
                "version_id": version_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        mod_id = UUID(d.pop("mod_id"))

        version_id = UUID(d.pop("version_id"))

        plan_version_selector = cls(
            mod_id=mod_id,
            version_id=version_id,
        )

        plan_version_selector.additional_properties = d
        return plan_version_selector

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

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PlanSelection")


@_attrs_define
class PlanSelection:
    """
    Attributes:
        item_id (UUID):
        artifact_id (UUID):
        rule (str): The rule that chose the file: `exact_artifact`, `exact_version` or `newest_compatible`.
    """

    item_id: UUID
    artifact_id: UUID
    rule: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        item_id = str(self.item_id)

        artifact_id = str(self.artifact_id)

        rule = self.rule

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "item_id": item_id,
                "artifact_id": artifact_id,
                "rule": rule,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        item_id = UUID(d.pop("item_id"))

        artifact_id = UUID(d.pop("artifact_id"))

        rule = d.pop("rule")

        plan_selection = cls(
            item_id=item_id,
            artifact_id=artifact_id,
            rule=rule,
        )

        plan_selection.additional_properties = d
        return plan_selection

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

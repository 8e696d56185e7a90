from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PlanConflict")


@_attrs_define
class PlanConflict:
    """
    Attributes:
        code (str): `no_compatible_version`, `version_constraint` or `declared_conflict`.
        mod_ids (list[UUID]): The mods that cannot be installed together.
        item_ids (list[UUID]): The ids that their files would have as items: the newest file of each mod, or the
            selected files that conflict. A plan with a conflict has no items.
        explanation (str): An explanation for people, in English: the mods, the ranges and the filters of the request.
    """

    code: str
    mod_ids: list[UUID]
    item_ids: list[UUID]
    explanation: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        mod_ids = []
        for mod_ids_item_data in self.mod_ids:
            mod_ids_item = str(mod_ids_item_data)
            mod_ids.append(mod_ids_item)

        item_ids = []
        for item_ids_item_data in self.item_ids:
            item_ids_item = str(item_ids_item_data)
            item_ids.append(item_ids_item)

        explanation = self.explanation

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "mod_ids": mod_ids,
                "item_ids": item_ids,
                "explanation": explanation,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        code = d.pop("code")

        mod_ids = []
        _mod_ids = d.pop("mod_ids")
        for mod_ids_item_data in _mod_ids:
            mod_ids_item = UUID(mod_ids_item_data)

            mod_ids.append(mod_ids_item)

        item_ids = []
        _item_ids = d.pop("item_ids")
        for item_ids_item_data in _item_ids:
            item_ids_item = UUID(item_ids_item_data)

            item_ids.append(item_ids_item)

        explanation = d.pop("explanation")

        plan_conflict = cls(
            code=code,
            mod_ids=mod_ids,
            item_ids=item_ids,
            explanation=explanation,
        )

        plan_conflict.additional_properties = d
        return plan_conflict

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

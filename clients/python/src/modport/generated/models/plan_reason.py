from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PlanReason")


@_attrs_define
class PlanReason:
    """
    Attributes:
        item_id (None | UUID): Null if the mod has no item of its own.
        mod_id (None | UUID): The mod that the decision is about, always set.
        by_item_id (None | UUID): The item that led to the decision; null if it was not another item.
        code (str): `exact_version` and `exact_artifact`: the request names it. `version_constraint`,
            `declared_conflict`, `no_compatible_version` and `combination`: the reason against a newer version that fits the
            request. `embedded`: an item contains the mod.
        detail (str): An explanation for people, in English: the item or constraint that led to the decision.
    """

    item_id: None | UUID
    mod_id: None | UUID
    by_item_id: None | UUID
    code: str
    detail: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        item_id: None | str
        if isinstance(self.item_id, UUID):
            item_id = str(self.item_id)
        else:
            item_id = self.item_id

        mod_id: None | str
        if isinstance(self.mod_id, UUID):
            mod_id = str(self.mod_id)
        else:
            mod_id = self.mod_id

        by_item_id: None | str
        if isinstance(self.by_item_id, UUID):
            by_item_id = str(self.by_item_id)
        else:
            by_item_id = self.by_item_id

        code = self.code

        detail = self.detail

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "item_id": item_id,
                "mod_id": mod_id,
                "by_item_id": by_item_id,
                "code": code,
                "detail": detail,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_item_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                item_id_type_0 = UUID(data)

                return item_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        item_id = _parse_item_id(d.pop("item_id"))

        def _parse_mod_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                mod_id_type_0 = UUID(data)

                return mod_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        mod_id = _parse_mod_id(d.pop("mod_id"))

        def _parse_by_item_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                by_item_id_type_0 = UUID(data)

                return by_item_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        by_item_id = _parse_by_item_id(d.pop("by_item_id"))

        code = d.pop("code")

        detail = d.pop("detail")

        plan_reason = cls(
            item_id=item_id,
            mod_id=mod_id,
            by_item_id=by_item_id,
            code=code,
            detail=detail,
        )

        plan_reason.additional_properties = d
        return plan_reason

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

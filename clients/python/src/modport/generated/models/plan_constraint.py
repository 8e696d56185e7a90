from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PlanConstraint")


@_attrs_define
class PlanConstraint:
    """
    Attributes:
        from_item_id (UUID): The item that has the dependency.
        mod_id (UUID): The mod on which it depends.
        kind (str): Known values: `conflict`, `embedded`, `optional`, `required`. Expect others.
        version_constraint (None | str): The exact string of a published version, or a range in the syntax of npm. Null
            means every version.
        satisfied_by_item_id (None | UUID): The item that is or contains the mod; null if the plan has none.
    """

    from_item_id: UUID
    mod_id: UUID
    kind: str
    version_constraint: None | str
    satisfied_by_item_id: None | UUID
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from_item_id = str(self.from_item_id)

        mod_id = str(self.mod_id)

        kind = self.kind

        version_constraint: None | str
        version_constraint = self.version_constraint

        satisfied_by_item_id: None | str
        if isinstance(self.satisfied_by_item_id, UUID):
            satisfied_by_item_id = str(self.satisfied_by_item_id)
        else:
            satisfied_by_item_id = self.satisfied_by_item_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "from_item_id": from_item_id,
                "mod_id": mod_id,
                "kind": kind,
                "version_constraint": version_constraint,
                "satisfied_by_item_id": satisfied_by_item_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        from_item_id = UUID(d.pop("from_item_id"))

        mod_id = UUID(d.pop("mod_id"))

        kind = d.pop("kind")

        def _parse_version_constraint(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        version_constraint = _parse_version_constraint(d.pop("version_constraint"))

        def _parse_satisfied_by_item_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                satisfied_by_item_id_type_0 = UUID(data)

                return satisfied_by_item_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        satisfied_by_item_id = _parse_satisfied_by_item_id(d.pop("satisfied_by_item_id"))

        plan_constraint = cls(
            from_item_id=from_item_id,
            mod_id=mod_id,
            kind=kind,
            version_constraint=version_constraint,
            satisfied_by_item_id=satisfied_by_item_id,
        )

        plan_constraint.additional_properties = d
        return plan_constraint

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

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.plan_file import PlanFile


T = TypeVar("T", bound="PlanStep")


@_attrs_define
class PlanStep:
    """
    Attributes:
        order (int): From 1.
        action (str): Always `install`.
        item_id (UUID):
        file (PlanFile):
    """

    order: int
    action: str
    item_id: UUID
    file: PlanFile
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        order = self.order

        action = self.action

        item_id = str(self.item_id)

        file = self.file.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "order": order,
                "action": action,
                "item_id": item_id,
                "file": file,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.plan_file import PlanFile

        d = dict(src_dict)
        order = d.pop("order")

        action = d.pop("action")

        item_id = UUID(d.pop("item_id"))

        file = PlanFile.from_dict(d.pop("file"))

        plan_step = cls(
            order=order,
            action=action,
            item_id=item_id,
            file=file,
        )

        plan_step.additional_properties = d
        return plan_step

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

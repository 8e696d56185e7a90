from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.plan_file_fields import PlanFileFields


T = TypeVar("T", bound="ResolveInstallPlanResponse200DataStepsItem")


@_attrs_define
class ResolveInstallPlanResponse200DataStepsItem:
    """
    Attributes:
        order (int):
        action (str):
        item_id (UUID):
        file (PlanFileFields):
    """

    order: int
    action: str
    item_id: UUID
    file: PlanFileFields
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
        from ..models.plan_file_fields import PlanFileFields

        d = dict(src_dict)
        order = d.pop("order")

        action = d.pop("action")

        item_id = UUID(d.pop("item_id"))

        file = PlanFileFields.from_dict(d.pop("file"))

        resolve_install_plan_response_200_data_steps_item = cls(
            order=order,
            action=action,
            item_id=item_id,
            file=file,
        )

        resolve_install_plan_response_200_data_steps_item.additional_properties = d
        return resolve_install_plan_response_200_data_steps_item

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

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.resource_type import ResourceType, check_resource_type
from ..models.team_role import TeamRole, check_team_role

if TYPE_CHECKING:
    from ..models.list_my_resources_response_200_data_item_mod import (
        ListMyResourcesResponse200DataItemMod,
    )


T = TypeVar("T", bound="ListMyResourcesResponse200DataItem")


@_attrs_define
class ListMyResourcesResponse200DataItem:
    """
    Attributes:
        type_ (ResourceType):
        id (UUID):
        role (TeamRole):
        permissions (list[str]): The permissions of the role.
        mod (ListMyResourcesResponse200DataItemMod):
    """

    type_: ResourceType
    id: UUID
    role: TeamRole
    permissions: list[str]
    mod: ListMyResourcesResponse200DataItemMod
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        id = str(self.id)

        role: str = self.role

        permissions = self.permissions

        mod = self.mod.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
                "id": id,
                "role": role,
                "permissions": permissions,
                "mod": mod,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.list_my_resources_response_200_data_item_mod import (
            ListMyResourcesResponse200DataItemMod,
        )

        d = dict(src_dict)
        type_ = check_resource_type(d.pop("type"))

        id = UUID(d.pop("id"))

        role = check_team_role(d.pop("role"))

        permissions = cast(list[str], d.pop("permissions"))

        mod = ListMyResourcesResponse200DataItemMod.from_dict(d.pop("mod"))

        list_my_resources_response_200_data_item = cls(
            type_=type_,
            id=id,
            role=role,
            permissions=permissions,
            mod=mod,
        )

        list_my_resources_response_200_data_item.additional_properties = d
        return list_my_resources_response_200_data_item

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

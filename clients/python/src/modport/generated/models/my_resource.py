from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.resource_mod import ResourceMod


T = TypeVar("T", bound="MyResource")


@_attrs_define
class MyResource:
    """
    Attributes:
        type_ (str): Known values: `mod`. Expect others.
        id (UUID): The id of the mod.
        role (str): Known values: `maintainer`, `owner`, `publisher`, `reviewer`. Expect others.
        permissions (list[str]): The permissions of the role.
        mod (ResourceMod):
    """

    type_: str
    id: UUID
    role: str
    permissions: list[str]
    mod: ResourceMod
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        id = str(self.id)

        role = self.role

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
        from ..models.resource_mod import ResourceMod

        d = dict(src_dict)
        type_ = d.pop("type")

        id = UUID(d.pop("id"))

        role = d.pop("role")

        permissions = cast(list[str], d.pop("permissions"))

        mod = ResourceMod.from_dict(d.pop("mod"))

        my_resource = cls(
            type_=type_,
            id=id,
            role=role,
            permissions=permissions,
            mod=mod,
        )

        my_resource.additional_properties = d
        return my_resource

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

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

from ..models.resource_type_input import ResourceTypeInput, check_resource_type_input

T = TypeVar("T", bound="ResourceGrantInput")


@_attrs_define
class ResourceGrantInput:
    """
    Attributes:
        id (UUID):
        type_ (ResourceTypeInput):
    """

    id: UUID
    type_: ResourceTypeInput

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        type_: str = self.type_

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "type": type_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        type_ = check_resource_type_input(d.pop("type"))

        resource_grant_input = cls(
            id=id,
            type_=type_,
        )

        return resource_grant_input

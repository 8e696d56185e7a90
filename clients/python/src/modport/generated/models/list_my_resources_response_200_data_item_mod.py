from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.mod_state import ModState, check_mod_state

if TYPE_CHECKING:
    from ..models.list_my_resources_response_200_data_item_mod_title import (
        ListMyResourcesResponse200DataItemModTitle,
    )


T = TypeVar("T", bound="ListMyResourcesResponse200DataItemMod")


@_attrs_define
class ListMyResourcesResponse200DataItemMod:
    """
    Attributes:
        id (UUID):
        slug (str):
        title (ListMyResourcesResponse200DataItemModTitle):
        state (ModState):
    """

    id: UUID
    slug: str
    title: ListMyResourcesResponse200DataItemModTitle
    state: ModState
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        slug = self.slug

        title = self.title.to_dict()

        state: str = self.state

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "slug": slug,
                "title": title,
                "state": state,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.list_my_resources_response_200_data_item_mod_title import (
            ListMyResourcesResponse200DataItemModTitle,
        )

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        slug = d.pop("slug")

        title = ListMyResourcesResponse200DataItemModTitle.from_dict(d.pop("title"))

        state = check_mod_state(d.pop("state"))

        list_my_resources_response_200_data_item_mod = cls(
            id=id,
            slug=slug,
            title=title,
            state=state,
        )

        list_my_resources_response_200_data_item_mod.additional_properties = d
        return list_my_resources_response_200_data_item_mod

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

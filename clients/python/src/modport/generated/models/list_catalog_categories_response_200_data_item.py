from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.list_catalog_categories_response_200_data_item_game import (
        ListCatalogCategoriesResponse200DataItemGame,
    )


T = TypeVar("T", bound="ListCatalogCategoriesResponse200DataItem")


@_attrs_define
class ListCatalogCategoriesResponse200DataItem:
    """A category of mods of one game.

    Attributes:
        id (UUID):
        slug (str):
        name (str):
        game (ListCatalogCategoriesResponse200DataItemGame): The game of a mod.
    """

    id: UUID
    slug: str
    name: str
    game: ListCatalogCategoriesResponse200DataItemGame
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        slug = self.slug

        name = self.name

        game = self.game.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "slug": slug,
                "name": name,
                "game": game,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.list_catalog_categories_response_200_data_item_game import (
            ListCatalogCategoriesResponse200DataItemGame,
        )

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        slug = d.pop("slug")

        name = d.pop("name")

        game = ListCatalogCategoriesResponse200DataItemGame.from_dict(d.pop("game"))

        list_catalog_categories_response_200_data_item = cls(
            id=id,
            slug=slug,
            name=name,
            game=game,
        )

        list_catalog_categories_response_200_data_item.additional_properties = d
        return list_catalog_categories_response_200_data_item

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

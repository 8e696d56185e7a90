from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.category import Category
    from ..models.suggested_author import SuggestedAuthor
    from ..models.suggested_mod import SuggestedMod


T = TypeVar("T", bound="Suggestions")


@_attrs_define
class Suggestions:
    """Mods, authors and categories for a text while a user types it.

    Attributes:
        mods (list[SuggestedMod]): Mods whose title matches as in a search. The last word may be incomplete.
        authors (list[SuggestedAuthor]): Authors of published mods with an open profile, whose username or display name
            begins with the text.
        categories (list[Category]): Categories whose name or slug begins with the text.
    """

    mods: list[SuggestedMod]
    authors: list[SuggestedAuthor]
    categories: list[Category]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        mods = []
        for mods_item_data in self.mods:
            mods_item = mods_item_data.to_dict()
            mods.append(mods_item)

        authors = []
        for authors_item_data in self.authors:
            authors_item = authors_item_data.to_dict()
            authors.append(authors_item)

        categories = []
        for categories_item_data in self.categories:
            categories_item = categories_item_data.to_dict()
            categories.append(categories_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "mods": mods,
                "authors": authors,
                "categories": categories,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.category import Category
        from ..models.suggested_author import SuggestedAuthor
        from ..models.suggested_mod import SuggestedMod

        d = dict(src_dict)
        mods = []
        _mods = d.pop("mods")
        for mods_item_data in _mods:
            mods_item = SuggestedMod.from_dict(mods_item_data)

            mods.append(mods_item)

        authors = []
        _authors = d.pop("authors")
        for authors_item_data in _authors:
            authors_item = SuggestedAuthor.from_dict(authors_item_data)

            authors.append(authors_item)

        categories = []
        _categories = d.pop("categories")
        for categories_item_data in _categories:
            categories_item = Category.from_dict(categories_item_data)

            categories.append(categories_item)

        suggestions = cls(
            mods=mods,
            authors=authors,
            categories=categories,
        )

        suggestions.additional_properties = d
        return suggestions

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

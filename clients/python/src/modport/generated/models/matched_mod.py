from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.language_map import LanguageMap


T = TypeVar("T", bound="MatchedMod")


@_attrs_define
class MatchedMod:
    """
    Attributes:
        id (UUID):
        slug (str):
        title (LanguageMap): A text by language code.
        game_slug (str):
    """

    id: UUID
    slug: str
    title: LanguageMap
    game_slug: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        slug = self.slug

        title = self.title.to_dict()

        game_slug = self.game_slug

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "slug": slug,
                "title": title,
                "game_slug": game_slug,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.language_map import LanguageMap

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        slug = d.pop("slug")

        title = LanguageMap.from_dict(d.pop("title"))

        game_slug = d.pop("game_slug")

        matched_mod = cls(
            id=id,
            slug=slug,
            title=title,
            game_slug=game_slug,
        )

        matched_mod.additional_properties = d
        return matched_mod

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

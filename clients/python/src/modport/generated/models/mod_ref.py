from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.game_ref import GameRef
    from ..models.language_map import LanguageMap
    from ..models.mod_links import ModLinks


T = TypeVar("T", bound="ModRef")


@_attrs_define
class ModRef:
    """A mod as the catalog shows it.

    Attributes:
        id (UUID):
        slug (str): An alias that may change. Use the id to identify the object.
        title (LanguageMap): A text by language code.
        game (GameRef): The game of a mod.
        access_tier (str): Known values: `authenticated`, `paid`, `public`, `restricted`. Expect others.
        links (ModLinks):
    """

    id: UUID
    slug: str
    title: LanguageMap
    game: GameRef
    access_tier: str
    links: ModLinks
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        slug = self.slug

        title = self.title.to_dict()

        game = self.game.to_dict()

        access_tier = self.access_tier

        links = self.links.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "slug": slug,
                "title": title,
                "game": game,
                "access_tier": access_tier,
                "links": links,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_ref import GameRef
        from ..models.language_map import LanguageMap
        from ..models.mod_links import ModLinks

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        slug = d.pop("slug")

        title = LanguageMap.from_dict(d.pop("title"))

        game = GameRef.from_dict(d.pop("game"))

        access_tier = d.pop("access_tier")

        links = ModLinks.from_dict(d.pop("links"))

        mod_ref = cls(
            id=id,
            slug=slug,
            title=title,
            game=game,
            access_tier=access_tier,
            links=links,
        )

        mod_ref.additional_properties = d
        return mod_ref

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

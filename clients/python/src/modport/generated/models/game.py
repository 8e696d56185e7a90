from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Game")


@_attrs_define
class Game:
    """A game of the catalog, with or without mods.

    Attributes:
        id (UUID):
        slug (str): An alias for addresses and filters. Use the id to identify the object.
        name (str):
        loaders (list[str]): The keys of the loaders that versions may use.
        game_versions (list[str]): The known game versions, oldest first.
        platforms (list[str]): The platforms that a plan may request.
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
    """

    id: UUID
    slug: str
    name: str
    loaders: list[str]
    game_versions: list[str]
    platforms: list[str]
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        slug = self.slug

        name = self.name

        loaders = self.loaders

        game_versions = self.game_versions

        platforms = self.platforms

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "slug": slug,
                "name": name,
                "loaders": loaders,
                "game_versions": game_versions,
                "platforms": platforms,
                "created_at": created_at,
                "updated_at": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        slug = d.pop("slug")

        name = d.pop("name")

        loaders = cast(list[str], d.pop("loaders"))

        game_versions = cast(list[str], d.pop("game_versions"))

        platforms = cast(list[str], d.pop("platforms"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        game = cls(
            id=id,
            slug=slug,
            name=name,
            loaders=loaders,
            game_versions=game_versions,
            platforms=platforms,
            created_at=created_at,
            updated_at=updated_at,
        )

        game.additional_properties = d
        return game

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

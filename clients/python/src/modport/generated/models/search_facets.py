from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.named_count import NamedCount
    from ..models.value_count import ValueCount


T = TypeVar("T", bound="SearchFacets")


@_attrs_define
class SearchFacets:
    """How many of the mods of a search or a list have each value of their filters.

    Attributes:
        total (int): The number of counted mods.
        complete (bool): False if more mods may match than were counted. The numbers are lower bounds then.
        games (list[NamedCount]): The most frequent first, at most 50.
        categories (list[NamedCount]): The most frequent first, at most 50. Categories of several games with the same
            slug count together.
        loaders (list[ValueCount]): The most frequent first, at most 50. Counts the mods with a version that declares
            the value. If the search filters by loader or game version, the same version fits that filter. Mods that fit any
            value are not counted.
        game_versions (list[ValueCount]): The most frequent first, at most 50. Counts the mods with a version that
            declares the value. If the search filters by loader or game version, the same version fits that filter. Mods
            that fit any value are not counted.
    """

    total: int
    complete: bool
    games: list[NamedCount]
    categories: list[NamedCount]
    loaders: list[ValueCount]
    game_versions: list[ValueCount]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        total = self.total

        complete = self.complete

        games = []
        for games_item_data in self.games:
            games_item = games_item_data.to_dict()
            games.append(games_item)

        categories = []
        for categories_item_data in self.categories:
            categories_item = categories_item_data.to_dict()
            categories.append(categories_item)

        loaders = []
        for loaders_item_data in self.loaders:
            loaders_item = loaders_item_data.to_dict()
            loaders.append(loaders_item)

        game_versions = []
        for game_versions_item_data in self.game_versions:
            game_versions_item = game_versions_item_data.to_dict()
            game_versions.append(game_versions_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "total": total,
                "complete": complete,
                "games": games,
                "categories": categories,
                "loaders": loaders,
                "game_versions": game_versions,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.named_count import NamedCount
        from ..models.value_count import ValueCount

        d = dict(src_dict)
        total = d.pop("total")

        complete = d.pop("complete")

        games = []
        _games = d.pop("games")
        for games_item_data in _games:
            games_item = NamedCount.from_dict(games_item_data)

            games.append(games_item)

        categories = []
        _categories = d.pop("categories")
        for categories_item_data in _categories:
            categories_item = NamedCount.from_dict(categories_item_data)

            categories.append(categories_item)

        loaders = []
        _loaders = d.pop("loaders")
        for loaders_item_data in _loaders:
            loaders_item = ValueCount.from_dict(loaders_item_data)

            loaders.append(loaders_item)

        game_versions = []
        _game_versions = d.pop("game_versions")
        for game_versions_item_data in _game_versions:
            game_versions_item = ValueCount.from_dict(game_versions_item_data)

            game_versions.append(game_versions_item)

        search_facets = cls(
            total=total,
            complete=complete,
            games=games,
            categories=categories,
            loaders=loaders,
            game_versions=game_versions,
        )

        search_facets.additional_properties = d
        return search_facets

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

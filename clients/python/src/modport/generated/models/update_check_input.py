from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.release_channel_input import (
    ReleaseChannelInput,
    check_release_channel_input,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.installed_file_input import InstalledFileInput


T = TypeVar("T", bound="UpdateCheckInput")


@_attrs_define
class UpdateCheckInput:
    """
    Attributes:
        game_slug (str): The slug of the game.
        items (list[InstalledFileInput]):
        game_version (None | str | Unset): Only files for this version of the game. Files for all versions if omitted.
        loader (None | str | Unset): Only files for this mod loader. Files for all loaders if omitted.
        platform (None | str | Unset): Only files for this platform. Files for all platforms if omitted or `any`.
        release_channel (None | ReleaseChannelInput | Unset): The least stable channel to accept. `release` if omitted.
    """

    game_slug: str
    items: list[InstalledFileInput]
    game_version: None | str | Unset = UNSET
    loader: None | str | Unset = UNSET
    platform: None | str | Unset = UNSET
    release_channel: None | ReleaseChannelInput | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        game_slug = self.game_slug

        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        game_version: None | str | Unset
        if isinstance(self.game_version, Unset):
            game_version = UNSET
        else:
            game_version = self.game_version

        loader: None | str | Unset
        if isinstance(self.loader, Unset):
            loader = UNSET
        else:
            loader = self.loader

        platform: None | str | Unset
        if isinstance(self.platform, Unset):
            platform = UNSET
        else:
            platform = self.platform

        release_channel: None | str | Unset
        if isinstance(self.release_channel, Unset):
            release_channel = UNSET
        elif isinstance(self.release_channel, str):
            release_channel = self.release_channel
        else:
            release_channel = self.release_channel

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "game_slug": game_slug,
                "items": items,
            }
        )
        if game_version is not UNSET:
            field_dict["game_version"] = game_version
        if loader is not UNSET:
            field_dict["loader"] = loader
        if platform is not UNSET:
            field_dict["platform"] = platform
        if release_channel is not UNSET:
            field_dict["release_channel"] = release_channel

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.installed_file_input import InstalledFileInput

        d = dict(src_dict)
        game_slug = d.pop("game_slug")

        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = InstalledFileInput.from_dict(items_item_data)

            items.append(items_item)

        def _parse_game_version(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        game_version = _parse_game_version(d.pop("game_version", UNSET))

        def _parse_loader(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        loader = _parse_loader(d.pop("loader", UNSET))

        def _parse_platform(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        platform = _parse_platform(d.pop("platform", UNSET))

        def _parse_release_channel(data: object) -> None | ReleaseChannelInput | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                release_channel_type_0 = check_release_channel_input(data)

                return release_channel_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ReleaseChannelInput | Unset, data)

        release_channel = _parse_release_channel(d.pop("release_channel", UNSET))

        update_check_input = cls(
            game_slug=game_slug,
            items=items,
            game_version=game_version,
            loader=loader,
            platform=platform,
            release_channel=release_channel,
        )

        return update_check_input

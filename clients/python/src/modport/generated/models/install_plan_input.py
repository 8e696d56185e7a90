from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..models.release_channel_input import (
    ReleaseChannelInput,
    check_release_channel_input,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.plan_version_input import PlanVersionInput


T = TypeVar("T", bound="InstallPlanInput")


@_attrs_define
class InstallPlanInput:
    """
    Attributes:
        game_slug (str): The slug of the game.
        artifacts (list[UUID] | None | Unset): Install exactly these files, and the mods that they require.
        game_version (None | str | Unset): Only files for this version of the game. Files for all versions if omitted.
        include_optional (bool | None | Unset): Whether to install optional dependencies too, if they fit, and the
            optional files of the chosen versions. False if omitted.
        loader (None | str | Unset): Only files for this mod loader. Files for all loaders if omitted.
        mod_ids (list[UUID] | None | Unset): Install the newest version of each mod that fits.
        platform (None | str | Unset): Only files for this platform. Files for all platforms if omitted or `any`.
        release_channel (None | ReleaseChannelInput | Unset): The least stable channel to accept. `release` if omitted.
        versions (list[PlanVersionInput] | None | Unset): Install exactly these versions. Of the filters, only the game
            applies to them.
    """

    game_slug: str
    artifacts: list[UUID] | None | Unset = UNSET
    game_version: None | str | Unset = UNSET
    include_optional: bool | None | Unset = UNSET
    loader: None | str | Unset = UNSET
    mod_ids: list[UUID] | None | Unset = UNSET
    platform: None | str | Unset = UNSET
    release_channel: None | ReleaseChannelInput | Unset = UNSET
    versions: list[PlanVersionInput] | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        game_slug = self.game_slug

        artifacts: list[str] | None | Unset
        if isinstance(self.artifacts, Unset):
            artifacts = UNSET
        elif isinstance(self.artifacts, list):
            artifacts = []
            for artifacts_type_0_item_data in self.artifacts:
                artifacts_type_0_item = str(artifacts_type_0_item_data)
                artifacts.append(artifacts_type_0_item)

        else:
            artifacts = self.artifacts

        game_version: None | str | Unset
        if isinstance(self.game_version, Unset):
            game_version = UNSET
        else:
            game_version = self.game_version

        include_optional: bool | None | Unset
        if isinstance(self.include_optional, Unset):
            include_optional = UNSET
        else:
            include_optional = self.include_optional

        loader: None | str | Unset
        if isinstance(self.loader, Unset):
            loader = UNSET
        else:
            loader = self.loader

        mod_ids: list[str] | None | Unset
        if isinstance(self.mod_ids, Unset):
            mod_ids = UNSET
        elif isinstance(self.mod_ids, list):
            mod_ids = []
            for mod_ids_type_0_item_data in self.mod_ids:
                mod_ids_type_0_item = str(mod_ids_type_0_item_data)
                mod_ids.append(mod_ids_type_0_item)

        else:
            mod_ids = self.mod_ids

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

        versions: list[dict[str, Any]] | None | Unset
        if isinstance(self.versions, Unset):
            versions = UNSET
        elif isinstance(self.versions, list):
            versions = []
            for versions_type_0_item_data in self.versions:
                versions_type_0_item = versions_type_0_item_data.to_dict()
                versions.append(versions_type_0_item)

        else:
            versions = self.versions

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "game_slug": game_slug,
            }
        )
        if artifacts is not UNSET:
            field_dict["artifacts"] = artifacts
        if game_version is not UNSET:
            field_dict["game_version"] = game_version
        if include_optional is not UNSET:
            field_dict["include_optional"] = include_optional
        if loader is not UNSET:
            field_dict["loader"] = loader
        if mod_ids is not UNSET:
            field_dict["mod_ids"] = mod_ids
        if platform is not UNSET:
            field_dict["platform"] = platform
        if release_channel is not UNSET:
            field_dict["release_channel"] = release_channel
        if versions is not UNSET:
            field_dict["versions"] = versions

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.plan_version_input import PlanVersionInput

        d = dict(src_dict)
        game_slug = d.pop("game_slug")

        def _parse_artifacts(data: object) -> list[UUID] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                artifacts_type_0 = []
                _artifacts_type_0 = data
                for artifacts_type_0_item_data in _artifacts_type_0:
                    artifacts_type_0_item = UUID(artifacts_type_0_item_data)

                    artifacts_type_0.append(artifacts_type_0_item)

                return artifacts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[UUID] | None | Unset, data)

        artifacts = _parse_artifacts(d.pop("artifacts", UNSET))

        def _parse_game_version(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        game_version = _parse_game_version(d.pop("game_version", UNSET))

        def _parse_include_optional(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        include_optional = _parse_include_optional(d.pop("include_optional", UNSET))

        def _parse_loader(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        loader = _parse_loader(d.pop("loader", UNSET))

        def _parse_mod_ids(data: object) -> list[UUID] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                mod_ids_type_0 = []
                _mod_ids_type_0 = data
                for mod_ids_type_0_item_data in _mod_ids_type_0:
                    mod_ids_type_0_item = UUID(mod_ids_type_0_item_data)

                    mod_ids_type_0.append(mod_ids_type_0_item)

                return mod_ids_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[UUID] | None | Unset, data)

        mod_ids = _parse_mod_ids(d.pop("mod_ids", UNSET))

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

        def _parse_versions(data: object) -> list[PlanVersionInput] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                versions_type_0 = []
                _versions_type_0 = data
                for versions_type_0_item_data in _versions_type_0:
                    versions_type_0_item = PlanVersionInput.from_dict(versions_type_0_item_data)

                    versions_type_0.append(versions_type_0_item)

                return versions_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[PlanVersionInput] | None | Unset, data)

        versions = _parse_versions(d.pop("versions", UNSET))

        install_plan_input = cls(
            game_slug=game_slug,
            artifacts=artifacts,
            game_version=game_version,
            include_optional=include_optional,
            loader=loader,
            mod_ids=mod_ids,
            platform=platform,
            release_channel=release_channel,
            versions=versions,
        )

        return install_plan_input

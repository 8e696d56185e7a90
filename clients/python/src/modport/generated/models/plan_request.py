from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.plan_version_selector import PlanVersionSelector


T = TypeVar("T", bound="PlanRequest")


@_attrs_define
class PlanRequest:
    """
    Attributes:
        game_slug (str):
        game_version (None | str): Null if files for all game versions fit.
        platform (None | str): Null if files for all platforms fit.
        loader (None | str): Null if files for all mod loaders fit.
        release_channel (str): Known values: `alpha`, `beta`, `release`. Expect others.
        mod_ids (list[UUID]):
        versions (list[PlanVersionSelector]):
        artifacts (list[UUID]):
        include_optional (bool): Whether the plan has optional dependencies and files too.
    """

    game_slug: str
    game_version: None | str
    platform: None | str
    loader: None | str
    release_channel: str
    mod_ids: list[UUID]
    versions: list[PlanVersionSelector]
    artifacts: list[UUID]
    include_optional: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        game_slug = self.game_slug

        game_version: None | str
        game_version = self.game_version

        platform: None | str
        platform = self.platform

        loader: None | str
        loader = self.loader

        release_channel = self.release_channel

        mod_ids = []
        for mod_ids_item_data in self.mod_ids:
            mod_ids_item = str(mod_ids_item_data)
            mod_ids.append(mod_ids_item)

        versions = []
        for versions_item_data in self.versions:
            versions_item = versions_item_data.to_dict()
            versions.append(versions_item)

        artifacts = []
        for artifacts_item_data in self.artifacts:
            artifacts_item = str(artifacts_item_data)
            artifacts.append(artifacts_item)

        include_optional = self.include_optional

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "game_slug": game_slug,
                "game_version": game_version,
                "platform": platform,
                "loader": loader,
                "release_channel": release_channel,
                "mod_ids": mod_ids,
                "versions": versions,
                "artifacts": artifacts,
                "include_optional": include_optional,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.plan_version_selector import PlanVersionSelector

        d = dict(src_dict)
        game_slug = d.pop("game_slug")

        def _parse_game_version(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        game_version = _parse_game_version(d.pop("game_version"))

        def _parse_platform(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        platform = _parse_platform(d.pop("platform"))

        def _parse_loader(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        loader = _parse_loader(d.pop("loader"))

        release_channel = d.pop("release_channel")

        mod_ids = []
        _mod_ids = d.pop("mod_ids")
        for mod_ids_item_data in _mod_ids:
            mod_ids_item = UUID(mod_ids_item_data)

            mod_ids.append(mod_ids_item)

        versions = []
        _versions = d.pop("versions")
        for versions_item_data in _versions:
            versions_item = PlanVersionSelector.from_dict(versions_item_data)

            versions.append(versions_item)

        artifacts = []
        _artifacts = d.pop("artifacts")
        for artifacts_item_data in _artifacts:
            artifacts_item = UUID(artifacts_item_data)

            artifacts.append(artifacts_item)

        include_optional = d.pop("include_optional")

        plan_request = cls(
            game_slug=game_slug,
            game_version=game_version,
            platform=platform,
            loader=loader,
            release_channel=release_channel,
            mod_ids=mod_ids,
            versions=versions,
            artifacts=artifacts,
            include_optional=include_optional,
        )

        plan_request.additional_properties = d
        return plan_request

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

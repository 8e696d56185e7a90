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
    from ..models.changelog_texts import ChangelogTexts
    from ..models.dependency_input import DependencyInput
    from ..models.json_object import JsonObject


T = TypeVar("T", bound="CreateModVersionInput")


@_attrs_define
class CreateModVersionInput:
    """
    Attributes:
        version (str): Free form, at most 80 characters.
        build_metadata (JsonObject | None | Unset):
        changelog (ChangelogTexts | None | str | Unset):
        dependencies (list[DependencyInput] | None | Unset):
        file_category (None | str | Unset): A free label of the files. For a new version, `main` if omitted.
        game_versions (list[str] | None | Unset):
        loader_platforms (list[str] | None | Unset):
        release_channel (None | ReleaseChannelInput | Unset): For a new version, `release` if omitted.
        requirements (JsonObject | None | Unset):
    """

    version: str
    build_metadata: JsonObject | None | Unset = UNSET
    changelog: ChangelogTexts | None | str | Unset = UNSET
    dependencies: list[DependencyInput] | None | Unset = UNSET
    file_category: None | str | Unset = UNSET
    game_versions: list[str] | None | Unset = UNSET
    loader_platforms: list[str] | None | Unset = UNSET
    release_channel: None | ReleaseChannelInput | Unset = UNSET
    requirements: JsonObject | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.changelog_texts import ChangelogTexts
        from ..models.json_object import JsonObject

        version = self.version

        build_metadata: dict[str, Any] | None | Unset
        if isinstance(self.build_metadata, Unset):
            build_metadata = UNSET
        elif isinstance(self.build_metadata, JsonObject):
            build_metadata = self.build_metadata.to_dict()
        else:
            build_metadata = self.build_metadata

        changelog: dict[str, Any] | None | str | Unset
        if isinstance(self.changelog, Unset):
            changelog = UNSET
        elif isinstance(self.changelog, ChangelogTexts):
            changelog = self.changelog.to_dict()
        else:
            changelog = self.changelog

        dependencies: list[dict[str, Any]] | None | Unset
        if isinstance(self.dependencies, Unset):
            dependencies = UNSET
        elif isinstance(self.dependencies, list):
            dependencies = []
            for dependencies_type_0_item_data in self.dependencies:
                dependencies_type_0_item = dependencies_type_0_item_data.to_dict()
                dependencies.append(dependencies_type_0_item)

        else:
            dependencies = self.dependencies

        file_category: None | str | Unset
        if isinstance(self.file_category, Unset):
            file_category = UNSET
        else:
            file_category = self.file_category

        game_versions: list[str] | None | Unset
        if isinstance(self.game_versions, Unset):
            game_versions = UNSET
        elif isinstance(self.game_versions, list):
            game_versions = self.game_versions

        else:
            game_versions = self.game_versions

        loader_platforms: list[str] | None | Unset
        if isinstance(self.loader_platforms, Unset):
            loader_platforms = UNSET
        elif isinstance(self.loader_platforms, list):
            loader_platforms = self.loader_platforms

        else:
            loader_platforms = self.loader_platforms

        release_channel: None | str | Unset
        if isinstance(self.release_channel, Unset):
            release_channel = UNSET
        elif isinstance(self.release_channel, str):
            release_channel = self.release_channel
        else:
            release_channel = self.release_channel

        requirements: dict[str, Any] | None | Unset
        if isinstance(self.requirements, Unset):
            requirements = UNSET
        elif isinstance(self.requirements, JsonObject):
            requirements = self.requirements.to_dict()
        else:
            requirements = self.requirements

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "version": version,
            }
        )
        if build_metadata is not UNSET:
            field_dict["build_metadata"] = build_metadata
        if changelog is not UNSET:
            field_dict["changelog"] = changelog
        if dependencies is not UNSET:
            field_dict["dependencies"] = dependencies
        if file_category is not UNSET:
            field_dict["file_category"] = file_category
        if game_versions is not UNSET:
            field_dict["game_versions"] = game_versions
        if loader_platforms is not UNSET:
            field_dict["loader_platforms"] = loader_platforms
        if release_channel is not UNSET:
            field_dict["release_channel"] = release_channel
        if requirements is not UNSET:
            field_dict["requirements"] = requirements

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.changelog_texts import ChangelogTexts
        from ..models.dependency_input import DependencyInput
        from ..models.json_object import JsonObject

        d = dict(src_dict)
        version = d.pop("version")

        def _parse_build_metadata(data: object) -> JsonObject | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                build_metadata_type_0 = JsonObject.from_dict(data)

                return build_metadata_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(JsonObject | None | Unset, data)

        build_metadata = _parse_build_metadata(d.pop("build_metadata", UNSET))

        def _parse_changelog(data: object) -> ChangelogTexts | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_changelog_text_type_1 = ChangelogTexts.from_dict(data)

                return componentsschemas_changelog_text_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChangelogTexts | None | str | Unset, data)

        changelog = _parse_changelog(d.pop("changelog", UNSET))

        def _parse_dependencies(data: object) -> list[DependencyInput] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                dependencies_type_0 = []
                _dependencies_type_0 = data
                for dependencies_type_0_item_data in _dependencies_type_0:
                    dependencies_type_0_item = DependencyInput.from_dict(
                        dependencies_type_0_item_data
                    )

                    dependencies_type_0.append(dependencies_type_0_item)

                return dependencies_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[DependencyInput] | None | Unset, data)

        dependencies = _parse_dependencies(d.pop("dependencies", UNSET))

        def _parse_file_category(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        file_category = _parse_file_category(d.pop("file_category", UNSET))

        def _parse_game_versions(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                game_versions_type_0 = cast(list[str], data)

                return game_versions_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        game_versions = _parse_game_versions(d.pop("game_versions", UNSET))

        def _parse_loader_platforms(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                loader_platforms_type_0 = cast(list[str], data)

                return loader_platforms_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        loader_platforms = _parse_loader_platforms(d.pop("loader_platforms", UNSET))

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

        def _parse_requirements(data: object) -> JsonObject | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                requirements_type_0 = JsonObject.from_dict(data)

                return requirements_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(JsonObject | None | Unset, data)

        requirements = _parse_requirements(d.pop("requirements", UNSET))

        create_mod_version_input = cls(
            version=version,
            build_metadata=build_metadata,
            changelog=changelog,
            dependencies=dependencies,
            file_category=file_category,
            game_versions=game_versions,
            loader_platforms=loader_platforms,
            release_channel=release_channel,
            requirements=requirements,
        )

        return create_mod_version_input

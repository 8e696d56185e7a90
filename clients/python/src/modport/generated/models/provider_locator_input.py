from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.provider_input import ProviderInput, check_provider_input
from ..types import UNSET, Unset

T = TypeVar("T", bound="ProviderLocatorInput")


@_attrs_define
class ProviderLocatorInput:
    """
    Attributes:
        provider (ProviderInput):
        asset_id (int | None | Unset): github, codeberg: the number of the file.
        filename (None | str | Unset): modrinth: the name of the file in its version.
        owner (None | str | Unset): github, codeberg: the owner of the repository.
        platform (None | str | Unset): hangar: PAPER, WATERFALL or VELOCITY.
        project_id (None | str | Unset): modrinth, hangar: the project, by its id.
        release_id (int | None | Unset): github, codeberg: the number of the release.
        repository (None | str | Unset): github, codeberg: the repository.
        version_id (None | str | Unset): modrinth, hangar: the version, by its id.
    """

    provider: ProviderInput
    asset_id: int | None | Unset = UNSET
    filename: None | str | Unset = UNSET
    owner: None | str | Unset = UNSET
    platform: None | str | Unset = UNSET
    project_id: None | str | Unset = UNSET
    release_id: int | None | Unset = UNSET
    repository: None | str | Unset = UNSET
    version_id: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        provider: str = self.provider

        asset_id: int | None | Unset
        if isinstance(self.asset_id, Unset):
            asset_id = UNSET
        else:
            asset_id = self.asset_id

        filename: None | str | Unset
        if isinstance(self.filename, Unset):
            filename = UNSET
        else:
            filename = self.filename

        owner: None | str | Unset
        if isinstance(self.owner, Unset):
            owner = UNSET
        else:
            owner = self.owner

        platform: None | str | Unset
        if isinstance(self.platform, Unset):
            platform = UNSET
        else:
            platform = self.platform

        project_id: None | str | Unset
        if isinstance(self.project_id, Unset):
            project_id = UNSET
        else:
            project_id = self.project_id

        release_id: int | None | Unset
        if isinstance(self.release_id, Unset):
            release_id = UNSET
        else:
            release_id = self.release_id

        repository: None | str | Unset
        if isinstance(self.repository, Unset):
            repository = UNSET
        else:
            repository = self.repository

        version_id: None | str | Unset
        if isinstance(self.version_id, Unset):
            version_id = UNSET
        else:
            version_id = self.version_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "provider": provider,
            }
        )
        if asset_id is not UNSET:
            field_dict["asset_id"] = asset_id
        if filename is not UNSET:
            field_dict["filename"] = filename
        if owner is not UNSET:
            field_dict["owner"] = owner
        if platform is not UNSET:
            field_dict["platform"] = platform
        if project_id is not UNSET:
            field_dict["project_id"] = project_id
        if release_id is not UNSET:
            field_dict["release_id"] = release_id
        if repository is not UNSET:
            field_dict["repository"] = repository
        if version_id is not UNSET:
            field_dict["version_id"] = version_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        provider = check_provider_input(d.pop("provider"))

        def _parse_asset_id(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        asset_id = _parse_asset_id(d.pop("asset_id", UNSET))

        def _parse_filename(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        filename = _parse_filename(d.pop("filename", UNSET))

        def _parse_owner(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        owner = _parse_owner(d.pop("owner", UNSET))

        def _parse_platform(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        platform = _parse_platform(d.pop("platform", UNSET))

        def _parse_project_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        project_id = _parse_project_id(d.pop("project_id", UNSET))

        def _parse_release_id(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        release_id = _parse_release_id(d.pop("release_id", UNSET))

        def _parse_repository(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        repository = _parse_repository(d.pop("repository", UNSET))

        def _parse_version_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        version_id = _parse_version_id(d.pop("version_id", UNSET))

        provider_locator_input = cls(
            provider=provider,
            asset_id=asset_id,
            filename=filename,
            owner=owner,
            platform=platform,
            project_id=project_id,
            release_id=release_id,
            repository=repository,
            version_id=version_id,
        )

        return provider_locator_input

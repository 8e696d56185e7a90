from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ArtifactVersionRef")


@_attrs_define
class ArtifactVersionRef:
    """
    Attributes:
        id (UUID):
        version (str):
        release_channel (str):
        game_versions (list[str]):
        loader_platforms (list[str]):
        published_at (datetime.datetime):
    """

    id: UUID
    version: str
    release_channel: str
    game_versions: list[str]
    loader_platforms: list[str]
    published_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        version = self.version

        release_channel = self.release_channel

        game_versions = self.game_versions

        loader_platforms = self.loader_platforms

        published_at = self.published_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "version": version,
                "release_channel": release_channel,
                "game_versions": game_versions,
                "loader_platforms": loader_platforms,
                "published_at": published_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        version = d.pop("version")

        release_channel = d.pop("release_channel")

        game_versions = cast(list[str], d.pop("game_versions"))

        loader_platforms = cast(list[str], d.pop("loader_platforms"))

        published_at = datetime.datetime.fromisoformat(d.pop("published_at"))

        artifact_version_ref = cls(
            id=id,
            version=version,
            release_channel=release_channel,
            game_versions=game_versions,
            loader_platforms=loader_platforms,
            published_at=published_at,
        )

        artifact_version_ref.additional_properties = d
        return artifact_version_ref

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

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="LatestRelease")


@_attrs_define
class LatestRelease:
    """The highest version of the most stable channel that has a published one. Versions compare by semver; those that are
    not semver rank below and compare by first publication.

        Attributes:
            id (UUID):
            version (str):
            primary_artifact_id (UUID): Its main file.
            published_at (datetime.datetime): First publication.
            updated_at (datetime.datetime):
    """

    id: UUID
    version: str
    primary_artifact_id: UUID
    published_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        version = self.version

        primary_artifact_id = str(self.primary_artifact_id)

        published_at = self.published_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "version": version,
                "primary_artifact_id": primary_artifact_id,
                "published_at": published_at,
                "updated_at": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        version = d.pop("version")

        primary_artifact_id = UUID(d.pop("primary_artifact_id"))

        published_at = datetime.datetime.fromisoformat(d.pop("published_at"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        latest_release = cls(
            id=id,
            version=version,
            primary_artifact_id=primary_artifact_id,
            published_at=published_at,
            updated_at=updated_at,
        )

        latest_release.additional_properties = d
        return latest_release

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

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.plan_file import PlanFile


T = TypeVar("T", bound="LatestFile")


@_attrs_define
class LatestFile:
    """
    Attributes:
        version_id (UUID): The version that a plan for this mod alone would install. It need not be newer.
        version (str):
        release_channel (str): Known values: `alpha`, `beta`, `release`. Expect others.
        published_at (datetime.datetime):
        file (PlanFile):
    """

    version_id: UUID
    version: str
    release_channel: str
    published_at: datetime.datetime
    file: PlanFile
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        version_id = str(self.version_id)

        version = self.version

        release_channel = self.release_channel

        published_at = self.published_at.isoformat()

        file = self.file.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "version_id": version_id,
                "version": version,
                "release_channel": release_channel,
                "published_at": published_at,
                "file": file,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.plan_file import PlanFile

        d = dict(src_dict)
        version_id = UUID(d.pop("version_id"))

        version = d.pop("version")

        release_channel = d.pop("release_channel")

        published_at = datetime.datetime.fromisoformat(d.pop("published_at"))

        file = PlanFile.from_dict(d.pop("file"))

        latest_file = cls(
            version_id=version_id,
            version=version,
            release_channel=release_channel,
            published_at=published_at,
            file=file,
        )

        latest_file.additional_properties = d
        return latest_file

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

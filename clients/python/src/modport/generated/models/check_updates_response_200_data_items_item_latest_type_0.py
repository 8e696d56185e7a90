from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.release_channel import ReleaseChannel, check_release_channel

if TYPE_CHECKING:
    from ..models.plan_file_fields import PlanFileFields


T = TypeVar("T", bound="CheckUpdatesResponse200DataItemsItemLatestType0")


@_attrs_define
class CheckUpdatesResponse200DataItemsItemLatestType0:
    """The file that a plan for this mod alone would install, even if it is not newer.

    Attributes:
        version_id (UUID):
        version (str):
        release_channel (ReleaseChannel):
        published_at (datetime.datetime):
        file (PlanFileFields):
    """

    version_id: UUID
    version: str
    release_channel: ReleaseChannel
    published_at: datetime.datetime
    file: PlanFileFields
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        version_id = str(self.version_id)

        version = self.version

        release_channel: str = self.release_channel

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
        from ..models.plan_file_fields import PlanFileFields

        d = dict(src_dict)
        version_id = UUID(d.pop("version_id"))

        version = d.pop("version")

        release_channel = check_release_channel(d.pop("release_channel"))

        published_at = datetime.datetime.fromisoformat(d.pop("published_at"))

        file = PlanFileFields.from_dict(d.pop("file"))

        check_updates_response_200_data_items_item_latest_type_0 = cls(
            version_id=version_id,
            version=version,
            release_channel=release_channel,
            published_at=published_at,
            file=file,
        )

        check_updates_response_200_data_items_item_latest_type_0.additional_properties = d
        return check_updates_response_200_data_items_item_latest_type_0

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

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DownloadGrantInfo")


@_attrs_define
class DownloadGrantInfo:
    """
    Attributes:
        id (UUID): The id of the grant.
        resolve_endpoint (str): Stable, relative to the API base.
        expires_at (datetime.datetime): When the grant expires. Its signed addresses expire then or earlier.
    """

    id: UUID
    resolve_endpoint: str
    expires_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        resolve_endpoint = self.resolve_endpoint

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "resolve_endpoint": resolve_endpoint,
                "expires_at": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        resolve_endpoint = d.pop("resolve_endpoint")

        expires_at = datetime.datetime.fromisoformat(d.pop("expires_at"))

        download_grant_info = cls(
            id=id,
            resolve_endpoint=resolve_endpoint,
            expires_at=expires_at,
        )

        download_grant_info.additional_properties = d
        return download_grant_info

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

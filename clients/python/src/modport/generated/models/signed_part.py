from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.json_object import JsonObject


T = TypeVar("T", bound="SignedPart")


@_attrs_define
class SignedPart:
    """
    Attributes:
        part_number (int): The number of the part, from 1.
        method (str): The HTTP method of the request.
        url (str): The signed address of the part. It needs no other credential. Do not store it.
        headers (JsonObject): An object with any members.
        size_bytes (int): The exact size of the part in bytes.
        expires_at (datetime.datetime): When the address expires. Sign the part again afterwards.
    """

    part_number: int
    method: str
    url: str
    headers: JsonObject
    size_bytes: int
    expires_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        part_number = self.part_number

        method = self.method

        url = self.url

        headers = self.headers.to_dict()

        size_bytes = self.size_bytes

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "partNumber": part_number,
                "method": method,
                "url": url,
                "headers": headers,
                "sizeBytes": size_bytes,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.json_object import JsonObject

        d = dict(src_dict)
        part_number = d.pop("partNumber")

        method = d.pop("method")

        url = d.pop("url")

        headers = JsonObject.from_dict(d.pop("headers"))

        size_bytes = d.pop("sizeBytes")

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))

        signed_part = cls(
            part_number=part_number,
            method=method,
            url=url,
            headers=headers,
            size_bytes=size_bytes,
            expires_at=expires_at,
        )

        signed_part.additional_properties = d
        return signed_part

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

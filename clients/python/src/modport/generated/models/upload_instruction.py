from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.json_object import JsonObject
    from ..models.signed_part import SignedPart


T = TypeVar("T", bound="UploadInstruction")


@_attrs_define
class UploadInstruction:
    """
    Attributes:
        method (str | Unset): The HTTP method. Only for the strategy `single`.
        url (str | Unset): The signed address of the whole file. It needs no other credential. Do not store it. Only for
            `single`.
        headers (JsonObject | Unset): An object with any members.
        expires_at (datetime.datetime | Unset): When the address expires. Only for `single`; each signed part has its
            own expiry.
        part_size_bytes (int | Unset): The size in bytes of each part except the last one, which has the rest. Only for
            `multipart`.
        total_parts (int | Unset): The number of parts. Only for `multipart`.
        concurrency (int | Unset): The highest number of parts that may be signed and not yet received. Only for
            `multipart`.
        parts (list[SignedPart] | Unset): The first parts, signed. Sign further ones as these arrive. Only for
            `multipart`.
    """

    method: str | Unset = UNSET
    url: str | Unset = UNSET
    headers: JsonObject | Unset = UNSET
    expires_at: datetime.datetime | Unset = UNSET
    part_size_bytes: int | Unset = UNSET
    total_parts: int | Unset = UNSET
    concurrency: int | Unset = UNSET
    parts: list[SignedPart] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        method = self.method

        url = self.url

        headers: dict[str, Any] | Unset = UNSET
        if not isinstance(self.headers, Unset):
            headers = self.headers.to_dict()

        expires_at: str | Unset = UNSET
        if not isinstance(self.expires_at, Unset):
            expires_at = self.expires_at.isoformat()

        part_size_bytes = self.part_size_bytes

        total_parts = self.total_parts

        concurrency = self.concurrency

        parts: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.parts, Unset):
            parts = []
            for parts_item_data in self.parts:
                parts_item = parts_item_data.to_dict()
                parts.append(parts_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if method is not UNSET:
            field_dict["method"] = method
        if url is not UNSET:
            field_dict["url"] = url
        if headers is not UNSET:
            field_dict["headers"] = headers
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if part_size_bytes is not UNSET:
            field_dict["partSizeBytes"] = part_size_bytes
        if total_parts is not UNSET:
            field_dict["totalParts"] = total_parts
        if concurrency is not UNSET:
            field_dict["concurrency"] = concurrency
        if parts is not UNSET:
            field_dict["parts"] = parts

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.json_object import JsonObject
        from ..models.signed_part import SignedPart

        d = dict(src_dict)
        method = d.pop("method", UNSET)

        url = d.pop("url", UNSET)

        _headers = d.pop("headers", UNSET)
        headers: JsonObject | Unset
        if isinstance(_headers, Unset):
            headers = UNSET
        else:
            headers = JsonObject.from_dict(_headers)

        _expires_at = d.pop("expiresAt", UNSET)
        expires_at: datetime.datetime | Unset
        if isinstance(_expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = datetime.datetime.fromisoformat(_expires_at)

        part_size_bytes = d.pop("partSizeBytes", UNSET)

        total_parts = d.pop("totalParts", UNSET)

        concurrency = d.pop("concurrency", UNSET)

        _parts = d.pop("parts", UNSET)
        parts: list[SignedPart] | Unset = UNSET
        if _parts is not UNSET:
            parts = []
            for parts_item_data in _parts:
                parts_item = SignedPart.from_dict(parts_item_data)

                parts.append(parts_item)

        upload_instruction = cls(
            method=method,
            url=url,
            headers=headers,
            expires_at=expires_at,
            part_size_bytes=part_size_bytes,
            total_parts=total_parts,
            concurrency=concurrency,
            parts=parts,
        )

        upload_instruction.additional_properties = d
        return upload_instruction

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

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CompletedPart")


@_attrs_define
class CompletedPart:
    """
    Attributes:
        part_number (int): The number of the part, from 1.
        etag (str): The ETag from the store. The completion of a `multipart` upload names it.
        size_bytes (int): The received size of the part in bytes.
    """

    part_number: int
    etag: str
    size_bytes: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        part_number = self.part_number

        etag = self.etag

        size_bytes = self.size_bytes

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "partNumber": part_number,
                "etag": etag,
                "sizeBytes": size_bytes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        part_number = d.pop("partNumber")

        etag = d.pop("etag")

        size_bytes = d.pop("sizeBytes")

        completed_part = cls(
            part_number=part_number,
            etag=etag,
            size_bytes=size_bytes,
        )

        completed_part.additional_properties = d
        return completed_part

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

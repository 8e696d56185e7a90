from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="UploadedPartInput")


@_attrs_define
class UploadedPartInput:
    """
    Attributes:
        etag (str): The `ETag` header of the response to the PUT of the part.
        part_number (int): The number of the part, from 1.
    """

    etag: str
    part_number: int

    def to_dict(self) -> dict[str, Any]:
        etag = self.etag

        part_number = self.part_number

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "etag": etag,
                "partNumber": part_number,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        etag = d.pop("etag")

        part_number = d.pop("partNumber")

        uploaded_part_input = cls(
            etag=etag,
            part_number=part_number,
        )

        return uploaded_part_input

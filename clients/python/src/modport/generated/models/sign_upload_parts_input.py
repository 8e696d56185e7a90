from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="SignUploadPartsInput")


@_attrs_define
class SignUploadPartsInput:
    """
    Attributes:
        part_numbers (list[int]):
    """

    part_numbers: list[int]

    def to_dict(self) -> dict[str, Any]:
        part_numbers = self.part_numbers

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "partNumbers": part_numbers,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        part_numbers = cast(list[int], d.pop("partNumbers"))

        sign_upload_parts_input = cls(
            part_numbers=part_numbers,
        )

        return sign_upload_parts_input

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.signed_part import SignedPart


T = TypeVar("T", bound="SignedParts")


@_attrs_define
class SignedParts:
    """
    Attributes:
        upload_id (UUID):
        parts (list[SignedPart]): The requested parts with new signed addresses.
    """

    upload_id: UUID
    parts: list[SignedPart]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        upload_id = str(self.upload_id)

        parts = []
        for parts_item_data in self.parts:
            parts_item = parts_item_data.to_dict()
            parts.append(parts_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "upload_id": upload_id,
                "parts": parts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.signed_part import SignedPart

        d = dict(src_dict)
        upload_id = UUID(d.pop("upload_id"))

        parts = []
        _parts = d.pop("parts")
        for parts_item_data in _parts:
            parts_item = SignedPart.from_dict(parts_item_data)

            parts.append(parts_item)

        signed_parts = cls(
            upload_id=upload_id,
            parts=parts,
        )

        signed_parts.additional_properties = d
        return signed_parts

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

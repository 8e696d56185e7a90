from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.completed_part import CompletedPart


T = TypeVar("T", bound="UploadProgress")


@_attrs_define
class UploadProgress:
    """
    Attributes:
        uploaded_bytes (int): The number of bytes in the store. 0 if `available` is false.
        percent (int): `uploadedBytes` as a percentage of the file, rounded down. 100 from the completion on.
        total_parts (int): The number of parts; 1 for the strategy `single`.
        completed_parts (list[CompletedPart]): The parts in the store. Empty from the completion on.
        available (bool): False means that the progress is unknown, not zero.
    """

    uploaded_bytes: int
    percent: int
    total_parts: int
    completed_parts: list[CompletedPart]
    available: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        uploaded_bytes = self.uploaded_bytes

        percent = self.percent

        total_parts = self.total_parts

        completed_parts = []
        for completed_parts_item_data in self.completed_parts:
            completed_parts_item = completed_parts_item_data.to_dict()
            completed_parts.append(completed_parts_item)

        available = self.available

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "uploadedBytes": uploaded_bytes,
                "percent": percent,
                "totalParts": total_parts,
                "completedParts": completed_parts,
                "available": available,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.completed_part import CompletedPart

        d = dict(src_dict)
        uploaded_bytes = d.pop("uploadedBytes")

        percent = d.pop("percent")

        total_parts = d.pop("totalParts")

        completed_parts = []
        _completed_parts = d.pop("completedParts")
        for completed_parts_item_data in _completed_parts:
            completed_parts_item = CompletedPart.from_dict(completed_parts_item_data)

            completed_parts.append(completed_parts_item)

        available = d.pop("available")

        upload_progress = cls(
            uploaded_bytes=uploaded_bytes,
            percent=percent,
            total_parts=total_parts,
            completed_parts=completed_parts,
            available=available,
        )

        upload_progress.additional_properties = d
        return upload_progress

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

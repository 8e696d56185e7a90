from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.uploaded_part_input import UploadedPartInput


T = TypeVar("T", bound="CompleteUploadInput")


@_attrs_define
class CompleteUploadInput:
    """
    Attributes:
        parts (list[UploadedPartInput] | None | Unset): All parts of a `multipart` upload, in any order. Omit them for
            `single`.
    """

    parts: list[UploadedPartInput] | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        parts: list[dict[str, Any]] | None | Unset
        if isinstance(self.parts, Unset):
            parts = UNSET
        elif isinstance(self.parts, list):
            parts = []
            for parts_type_0_item_data in self.parts:
                parts_type_0_item = parts_type_0_item_data.to_dict()
                parts.append(parts_type_0_item)

        else:
            parts = self.parts

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if parts is not UNSET:
            field_dict["parts"] = parts

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.uploaded_part_input import UploadedPartInput

        d = dict(src_dict)

        def _parse_parts(data: object) -> list[UploadedPartInput] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                parts_type_0 = []
                _parts_type_0 = data
                for parts_type_0_item_data in _parts_type_0:
                    parts_type_0_item = UploadedPartInput.from_dict(parts_type_0_item_data)

                    parts_type_0.append(parts_type_0_item)

                return parts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[UploadedPartInput] | None | Unset, data)

        parts = _parse_parts(d.pop("parts", UNSET))

        complete_upload_input = cls(
            parts=parts,
        )

        return complete_upload_input

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="MediaVariant")


@_attrs_define
class MediaVariant:
    """A narrower copy of a picture.

    Attributes:
        url (str): A permanent URL.
        width (int): In pixels.
        height (int): In pixels.
        content_type (str):
        size_bytes (int): The size in bytes.
    """

    url: str
    width: int
    height: int
    content_type: str
    size_bytes: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        width = self.width

        height = self.height

        content_type = self.content_type

        size_bytes = self.size_bytes

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "url": url,
                "width": width,
                "height": height,
                "content_type": content_type,
                "size_bytes": size_bytes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        url = d.pop("url")

        width = d.pop("width")

        height = d.pop("height")

        content_type = d.pop("content_type")

        size_bytes = d.pop("size_bytes")

        media_variant = cls(
            url=url,
            width=width,
            height=height,
            content_type=content_type,
            size_bytes=size_bytes,
        )

        media_variant.additional_properties = d
        return media_variant

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

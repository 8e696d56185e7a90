from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DownloadCapabilities")


@_attrs_define
class DownloadCapabilities:
    """
    Attributes:
        head_supported (bool): Whether HEAD works.
        range_supported (bool): Whether `Range` works.
        conditional_requests (bool): Whether conditional requests work.
        conditional_headers (list[str]): The conditional headers that work.
    """

    head_supported: bool
    range_supported: bool
    conditional_requests: bool
    conditional_headers: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        head_supported = self.head_supported

        range_supported = self.range_supported

        conditional_requests = self.conditional_requests

        conditional_headers = self.conditional_headers

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "head_supported": head_supported,
                "range_supported": range_supported,
                "conditional_requests": conditional_requests,
                "conditional_headers": conditional_headers,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        head_supported = d.pop("head_supported")

        range_supported = d.pop("range_supported")

        conditional_requests = d.pop("conditional_requests")

        conditional_headers = cast(list[str], d.pop("conditional_headers"))

        download_capabilities = cls(
            head_supported=head_supported,
            range_supported=range_supported,
            conditional_requests=conditional_requests,
            conditional_headers=conditional_headers,
        )

        download_capabilities.additional_properties = d
        return download_capabilities

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

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DownloadResume")


@_attrs_define
class DownloadResume:
    """
    Attributes:
        signed_url_expiry_refresh (str): After the signed addresses expired, send POST to this path for new ones.
            Relative to the API base.
        range_supported (bool): Whether the store accepts `Range`. Then continue after the last stored byte, if the
            SHA-256 is unchanged.
    """

    signed_url_expiry_refresh: str
    range_supported: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        signed_url_expiry_refresh = self.signed_url_expiry_refresh

        range_supported = self.range_supported

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "signed_url_expiry_refresh": signed_url_expiry_refresh,
                "range_supported": range_supported,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        signed_url_expiry_refresh = d.pop("signed_url_expiry_refresh")

        range_supported = d.pop("range_supported")

        download_resume = cls(
            signed_url_expiry_refresh=signed_url_expiry_refresh,
            range_supported=range_supported,
        )

        download_resume.additional_properties = d
        return download_resume

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

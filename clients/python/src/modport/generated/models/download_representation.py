from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DownloadRepresentation")


@_attrs_define
class DownloadRepresentation:
    """
    Attributes:
        provider (str): The name of the store or provider of the bytes.
        etag_scope (str): The store or provider to which `etag` applies. Send the validator nowhere else.
        etag (None | str): The opaque validator of the bytes there, not a digest. Null in the fallback store, where HEAD
            returns it, and at a provider.
        if_match (None | str): The value to send as `If-Match` with a range request. Null if `etag` is null.
    """

    provider: str
    etag_scope: str
    etag: None | str
    if_match: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        provider = self.provider

        etag_scope = self.etag_scope

        etag: None | str
        etag = self.etag

        if_match: None | str
        if_match = self.if_match

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "provider": provider,
                "etag_scope": etag_scope,
                "etag": etag,
                "if_match": if_match,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        provider = d.pop("provider")

        etag_scope = d.pop("etag_scope")

        def _parse_etag(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        etag = _parse_etag(d.pop("etag"))

        def _parse_if_match(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        if_match = _parse_if_match(d.pop("if_match"))

        download_representation = cls(
            provider=provider,
            etag_scope=etag_scope,
            etag=etag,
            if_match=if_match,
        )

        download_representation.additional_properties = d
        return download_representation

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

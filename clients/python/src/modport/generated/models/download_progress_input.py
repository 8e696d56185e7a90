from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="DownloadProgressInput")


@_attrs_define
class DownloadProgressInput:
    """
    Attributes:
        bytes_received (int): The number of bytes that the client has stored, not lower than reported before.
        provider (None | str | Unset): Accepted and ignored.
    """

    bytes_received: int
    provider: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        bytes_received = self.bytes_received

        provider: None | str | Unset
        if isinstance(self.provider, Unset):
            provider = UNSET
        else:
            provider = self.provider

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "bytes_received": bytes_received,
            }
        )
        if provider is not UNSET:
            field_dict["provider"] = provider

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        bytes_received = d.pop("bytes_received")

        def _parse_provider(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        provider = _parse_provider(d.pop("provider", UNSET))

        download_progress_input = cls(
            bytes_received=bytes_received,
            provider=provider,
        )

        return download_progress_input

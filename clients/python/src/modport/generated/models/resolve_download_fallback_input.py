from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

T = TypeVar("T", bound="ResolveDownloadFallbackInput")


@_attrs_define
class ResolveDownloadFallbackInput:
    """
    Attributes:
        download_session_id (UUID): The id of the download session in the resolve response.
    """

    download_session_id: UUID

    def to_dict(self) -> dict[str, Any]:
        download_session_id = str(self.download_session_id)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "downloadSessionId": download_session_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        download_session_id = UUID(d.pop("downloadSessionId"))

        resolve_download_fallback_input = cls(
            download_session_id=download_session_id,
        )

        return resolve_download_fallback_input

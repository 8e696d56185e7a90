from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ArchiveManifestEntryInput")


@_attrs_define
class ArchiveManifestEntryInput:
    """
    Attributes:
        path (str): The path of the entry in the archive.
        size_bytes (int): The size of the unpacked entry in bytes.
        sha256 (None | str | Unset): Of the unpacked entry, in hex. Optional.
    """

    path: str
    size_bytes: int
    sha256: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        path = self.path

        size_bytes = self.size_bytes

        sha256: None | str | Unset
        if isinstance(self.sha256, Unset):
            sha256 = UNSET
        else:
            sha256 = self.sha256

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "path": path,
                "sizeBytes": size_bytes,
            }
        )
        if sha256 is not UNSET:
            field_dict["sha256"] = sha256

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        path = d.pop("path")

        size_bytes = d.pop("sizeBytes")

        def _parse_sha256(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        sha256 = _parse_sha256(d.pop("sha256", UNSET))

        archive_manifest_entry_input = cls(
            path=path,
            size_bytes=size_bytes,
            sha256=sha256,
        )

        return archive_manifest_entry_input

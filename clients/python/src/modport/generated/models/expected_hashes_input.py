from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ExpectedHashesInput")


@_attrs_define
class ExpectedHashesInput:
    """
    Attributes:
        sha1 (None | str | Unset): Of the whole file, in hex. Optional.
        sha256 (None | str | Unset): Required, either here or as `expectedSha256`.
        sha512 (None | str | Unset): Of the whole file, in hex. Optional.
    """

    sha1: None | str | Unset = UNSET
    sha256: None | str | Unset = UNSET
    sha512: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        sha1: None | str | Unset
        if isinstance(self.sha1, Unset):
            sha1 = UNSET
        else:
            sha1 = self.sha1

        sha256: None | str | Unset
        if isinstance(self.sha256, Unset):
            sha256 = UNSET
        else:
            sha256 = self.sha256

        sha512: None | str | Unset
        if isinstance(self.sha512, Unset):
            sha512 = UNSET
        else:
            sha512 = self.sha512

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if sha1 is not UNSET:
            field_dict["sha1"] = sha1
        if sha256 is not UNSET:
            field_dict["sha256"] = sha256
        if sha512 is not UNSET:
            field_dict["sha512"] = sha512

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_sha1(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        sha1 = _parse_sha1(d.pop("sha1", UNSET))

        def _parse_sha256(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        sha256 = _parse_sha256(d.pop("sha256", UNSET))

        def _parse_sha512(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        sha512 = _parse_sha512(d.pop("sha512", UNSET))

        expected_hashes_input = cls(
            sha1=sha1,
            sha256=sha256,
            sha512=sha512,
        )

        return expected_hashes_input

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="UploadFinding")


@_attrs_define
class UploadFinding:
    """One thing that the scan of an upload found.

    Attributes:
        code (str): A stable code.
        path (None | str): The entry of the archive; null for the archive as a whole.
        found (str): The finding, as a text for people.
        why (str): The reason why it matters, for people.
        fix (str): The way to fix it, for people.
    """

    code: str
    path: None | str
    found: str
    why: str
    fix: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        path: None | str
        path = self.path

        found = self.found

        why = self.why

        fix = self.fix

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "path": path,
                "found": found,
                "why": why,
                "fix": fix,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        code = d.pop("code")

        def _parse_path(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        path = _parse_path(d.pop("path"))

        found = d.pop("found")

        why = d.pop("why")

        fix = d.pop("fix")

        upload_finding = cls(
            code=code,
            path=path,
            found=found,
            why=why,
            fix=fix,
        )

        upload_finding.additional_properties = d
        return upload_finding

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

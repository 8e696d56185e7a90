from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ReferenceProvenanceInput")


@_attrs_define
class ReferenceProvenanceInput:
    """
    Attributes:
        importer (str): The program or person that imports the file.
        imported_at (datetime.datetime | None | Unset):
        note (None | str | Unset):
    """

    importer: str
    imported_at: datetime.datetime | None | Unset = UNSET
    note: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        importer = self.importer

        imported_at: None | str | Unset
        if isinstance(self.imported_at, Unset):
            imported_at = UNSET
        elif isinstance(self.imported_at, datetime.datetime):
            imported_at = self.imported_at.isoformat()
        else:
            imported_at = self.imported_at

        note: None | str | Unset
        if isinstance(self.note, Unset):
            note = UNSET
        else:
            note = self.note

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "importer": importer,
            }
        )
        if imported_at is not UNSET:
            field_dict["imported_at"] = imported_at
        if note is not UNSET:
            field_dict["note"] = note

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        importer = d.pop("importer")

        def _parse_imported_at(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                imported_at_type_0 = datetime.datetime.fromisoformat(data)

                return imported_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        imported_at = _parse_imported_at(d.pop("imported_at", UNSET))

        def _parse_note(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        note = _parse_note(d.pop("note", UNSET))

        reference_provenance_input = cls(
            importer=importer,
            imported_at=imported_at,
            note=note,
        )

        return reference_provenance_input

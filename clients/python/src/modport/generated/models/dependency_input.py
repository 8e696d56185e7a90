from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..models.dependency_kind_input import (
    DependencyKindInput,
    check_dependency_kind_input,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="DependencyInput")


@_attrs_define
class DependencyInput:
    """
    Attributes:
        kind (DependencyKindInput):
        mod_id (UUID):
        artifact_id (UUID | Unset): The only file that satisfies the dependency.
        note (None | str | Unset): A note for people.
        version_constraint (None | str | Unset): The exact string of a version of the mod, which takes precedence, or a
            range in the syntax of npm. Null means every version. A prerelease satisfies a range only if the range names a
            prerelease of the same version, or if the plan accepts `beta` or `alpha`.
        version_id (UUID | Unset): The only version that satisfies the dependency.
    """

    kind: DependencyKindInput
    mod_id: UUID
    artifact_id: UUID | Unset = UNSET
    note: None | str | Unset = UNSET
    version_constraint: None | str | Unset = UNSET
    version_id: UUID | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        mod_id = str(self.mod_id)

        artifact_id: str | Unset = UNSET
        if not isinstance(self.artifact_id, Unset):
            artifact_id = str(self.artifact_id)

        note: None | str | Unset
        if isinstance(self.note, Unset):
            note = UNSET
        else:
            note = self.note

        version_constraint: None | str | Unset
        if isinstance(self.version_constraint, Unset):
            version_constraint = UNSET
        else:
            version_constraint = self.version_constraint

        version_id: str | Unset = UNSET
        if not isinstance(self.version_id, Unset):
            version_id = str(self.version_id)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "kind": kind,
                "mod_id": mod_id,
            }
        )
        if artifact_id is not UNSET:
            field_dict["artifact_id"] = artifact_id
        if note is not UNSET:
            field_dict["note"] = note
        if version_constraint is not UNSET:
            field_dict["version_constraint"] = version_constraint
        if version_id is not UNSET:
            field_dict["version_id"] = version_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        kind = check_dependency_kind_input(d.pop("kind"))

        mod_id = UUID(d.pop("mod_id"))

        _artifact_id = d.pop("artifact_id", UNSET)
        artifact_id: UUID | Unset
        if isinstance(_artifact_id, Unset):
            artifact_id = UNSET
        else:
            artifact_id = UUID(_artifact_id)

        def _parse_note(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        note = _parse_note(d.pop("note", UNSET))

        def _parse_version_constraint(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        version_constraint = _parse_version_constraint(d.pop("version_constraint", UNSET))

        _version_id = d.pop("version_id", UNSET)
        version_id: UUID | Unset
        if isinstance(_version_id, Unset):
            version_id = UNSET
        else:
            version_id = UUID(_version_id)

        dependency_input = cls(
            kind=kind,
            mod_id=mod_id,
            artifact_id=artifact_id,
            note=note,
            version_constraint=version_constraint,
            version_id=version_id,
        )

        return dependency_input

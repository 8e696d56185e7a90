from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Dependency")


@_attrs_define
class Dependency:
    """A relation of a version to another mod.

    Attributes:
        id (UUID):
        kind (str): Known values: `conflict`, `embedded`, `optional`, `required`. Expect others.
        mod_id (UUID): The target mod of the dependency.
        version_constraint (None | str): The exact string of a version of the mod, which takes precedence, or a range in
            the syntax of npm. Null means every version. A prerelease satisfies a range only if the range names a prerelease
            of the same version, or if the plan accepts `beta` or `alpha`.
        version_id (None | UUID): The only version that satisfies the dependency. Null if another one may.
        artifact_id (None | UUID): The only file that satisfies the dependency. Null if another one may.
        note (None | str): A note of the creator for people. Null without one.
    """

    id: UUID
    kind: str
    mod_id: UUID
    version_constraint: None | str
    version_id: None | UUID
    artifact_id: None | UUID
    note: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        kind = self.kind

        mod_id = str(self.mod_id)

        version_constraint: None | str
        version_constraint = self.version_constraint

        version_id: None | str
        if isinstance(self.version_id, UUID):
            version_id = str(self.version_id)
        else:
            version_id = self.version_id

        artifact_id: None | str
        if isinstance(self.artifact_id, UUID):
            artifact_id = str(self.artifact_id)
        else:
            artifact_id = self.artifact_id

        note: None | str
        note = self.note

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "kind": kind,
                "mod_id": mod_id,
                "version_constraint": version_constraint,
                "version_id": version_id,
                "artifact_id": artifact_id,
                "note": note,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        kind = d.pop("kind")

        mod_id = UUID(d.pop("mod_id"))

        def _parse_version_constraint(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        version_constraint = _parse_version_constraint(d.pop("version_constraint"))

        def _parse_version_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                version_id_type_0 = UUID(data)

                return version_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        version_id = _parse_version_id(d.pop("version_id"))

        def _parse_artifact_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                artifact_id_type_0 = UUID(data)

                return artifact_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        artifact_id = _parse_artifact_id(d.pop("artifact_id"))

        def _parse_note(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        note = _parse_note(d.pop("note"))

        dependency = cls(
            id=id,
            kind=kind,
            mod_id=mod_id,
            version_constraint=version_constraint,
            version_id=version_id,
            artifact_id=artifact_id,
            note=note,
        )

        dependency.additional_properties = d
        return dependency

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

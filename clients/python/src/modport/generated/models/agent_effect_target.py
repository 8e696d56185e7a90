from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AgentEffectTarget")


@_attrs_define
class AgentEffectTarget:
    """
    Attributes:
        kind (str): `mod` or `version`.
        mod_id (None | UUID): Null if the run creates the mod.
        version_id (None | UUID): Null if the run creates the version, and if the target is a mod.
    """

    kind: str
    mod_id: None | UUID
    version_id: None | UUID
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind = self.kind

        mod_id: None | str
        if isinstance(self.mod_id, UUID):
            mod_id = str(self.mod_id)
        else:
            mod_id = self.mod_id

        version_id: None | str
        if isinstance(self.version_id, UUID):
            version_id = str(self.version_id)
        else:
            version_id = self.version_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "mod_id": mod_id,
                "version_id": version_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        kind = d.pop("kind")

        def _parse_mod_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                mod_id_type_0 = UUID(data)

                return mod_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        mod_id = _parse_mod_id(d.pop("mod_id"))

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

        agent_effect_target = cls(
            kind=kind,
            mod_id=mod_id,
            version_id=version_id,
        )

        agent_effect_target.additional_properties = d
        return agent_effect_target

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

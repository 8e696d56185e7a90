from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="KeyScope")


@_attrs_define
class KeyScope:
    """
    Attributes:
        name (str):
        kind (str): Known values: `base`, `sensitive`, `standard`. Expect others.
        description (str): A text about the scope, in the language of the caller.
        grantable (bool): Whether this credential can create a key with the scope.
        step_up_required (bool): Whether a second factor must have been confirmed within the last 15 minutes.
    """

    name: str
    kind: str
    description: str
    grantable: bool
    step_up_required: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        kind = self.kind

        description = self.description

        grantable = self.grantable

        step_up_required = self.step_up_required

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "kind": kind,
                "description": description,
                "grantable": grantable,
                "step_up_required": step_up_required,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name")

        kind = d.pop("kind")

        description = d.pop("description")

        grantable = d.pop("grantable")

        step_up_required = d.pop("step_up_required")

        key_scope = cls(
            name=name,
            kind=kind,
            description=description,
            grantable=grantable,
            step_up_required=step_up_required,
        )

        key_scope.additional_properties = d
        return key_scope

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

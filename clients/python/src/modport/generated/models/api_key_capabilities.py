from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.key_limits import KeyLimits
    from ..models.key_mod import KeyMod
    from ..models.key_scope import KeyScope


T = TypeVar("T", bound="ApiKeyCapabilities")


@_attrs_define
class ApiKeyCapabilities:
    """
    Attributes:
        scopes (list[KeyScope]):
        mods (list[KeyMod]): The mods whose teams the user joined last. `listMyResources` lists all of them.
        more_mods (bool): Whether the user has more mods than this list contains.
        limits (KeyLimits):
    """

    scopes: list[KeyScope]
    mods: list[KeyMod]
    more_mods: bool
    limits: KeyLimits
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        scopes = []
        for scopes_item_data in self.scopes:
            scopes_item = scopes_item_data.to_dict()
            scopes.append(scopes_item)

        mods = []
        for mods_item_data in self.mods:
            mods_item = mods_item_data.to_dict()
            mods.append(mods_item)

        more_mods = self.more_mods

        limits = self.limits.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "scopes": scopes,
                "mods": mods,
                "more_mods": more_mods,
                "limits": limits,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.key_limits import KeyLimits
        from ..models.key_mod import KeyMod
        from ..models.key_scope import KeyScope

        d = dict(src_dict)
        scopes = []
        _scopes = d.pop("scopes")
        for scopes_item_data in _scopes:
            scopes_item = KeyScope.from_dict(scopes_item_data)

            scopes.append(scopes_item)

        mods = []
        _mods = d.pop("mods")
        for mods_item_data in _mods:
            mods_item = KeyMod.from_dict(mods_item_data)

            mods.append(mods_item)

        more_mods = d.pop("more_mods")

        limits = KeyLimits.from_dict(d.pop("limits"))

        api_key_capabilities = cls(
            scopes=scopes,
            mods=mods,
            more_mods=more_mods,
            limits=limits,
        )

        api_key_capabilities.additional_properties = d
        return api_key_capabilities

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

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.get_api_key_capabilities_response_200_data_limits import (
        GetApiKeyCapabilitiesResponse200DataLimits,
    )
    from ..models.get_api_key_capabilities_response_200_data_mods_item import (
        GetApiKeyCapabilitiesResponse200DataModsItem,
    )
    from ..models.get_api_key_capabilities_response_200_data_scopes_item import (
        GetApiKeyCapabilitiesResponse200DataScopesItem,
    )


T = TypeVar("T", bound="GetApiKeyCapabilitiesResponse200Data")


@_attrs_define
class GetApiKeyCapabilitiesResponse200Data:
    """
    Attributes:
        scopes (list[GetApiKeyCapabilitiesResponse200DataScopesItem]):
        mods (list[GetApiKeyCapabilitiesResponse200DataModsItem]): The newest mods. `listMyResources` lists all of them.
        more_mods (bool): Whether the user has more mods than this list contains.
        limits (GetApiKeyCapabilitiesResponse200DataLimits):
    """

    scopes: list[GetApiKeyCapabilitiesResponse200DataScopesItem]
    mods: list[GetApiKeyCapabilitiesResponse200DataModsItem]
    more_mods: bool
    limits: GetApiKeyCapabilitiesResponse200DataLimits
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
        from ..models.get_api_key_capabilities_response_200_data_limits import (
            GetApiKeyCapabilitiesResponse200DataLimits,
        )
        from ..models.get_api_key_capabilities_response_200_data_mods_item import (
            GetApiKeyCapabilitiesResponse200DataModsItem,
        )
        from ..models.get_api_key_capabilities_response_200_data_scopes_item import (
            GetApiKeyCapabilitiesResponse200DataScopesItem,
        )

        d = dict(src_dict)
        scopes = []
        _scopes = d.pop("scopes")
        for scopes_item_data in _scopes:
            scopes_item = GetApiKeyCapabilitiesResponse200DataScopesItem.from_dict(scopes_item_data)

            scopes.append(scopes_item)

        mods = []
        _mods = d.pop("mods")
        for mods_item_data in _mods:
            mods_item = GetApiKeyCapabilitiesResponse200DataModsItem.from_dict(mods_item_data)

            mods.append(mods_item)

        more_mods = d.pop("more_mods")

        limits = GetApiKeyCapabilitiesResponse200DataLimits.from_dict(d.pop("limits"))

        get_api_key_capabilities_response_200_data = cls(
            scopes=scopes,
            mods=mods,
            more_mods=more_mods,
            limits=limits,
        )

        get_api_key_capabilities_response_200_data.additional_properties = d
        return get_api_key_capabilities_response_200_data

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

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="KeyLimits")


@_attrs_define
class KeyLimits:
    """
    Attributes:
        keys_max (int): The highest number of valid keys and tokens of a user.
        keys_living (int): The number of valid keys and tokens of the user now.
        name_characters_max (int): The highest number of characters of a name.
        resource_grants_max (int): The highest number of mods that a key can be limited to.
        lifetime_seconds_max (int): The longest lifetime of a new key, in seconds.
        rotation_overlap_seconds (int): The seconds for which a rotated key stays valid beside the new one.
    """

    keys_max: int
    keys_living: int
    name_characters_max: int
    resource_grants_max: int
    lifetime_seconds_max: int
    rotation_overlap_seconds: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        keys_max = self.keys_max

        keys_living = self.keys_living

        name_characters_max = self.name_characters_max

        resource_grants_max = self.resource_grants_max

        lifetime_seconds_max = self.lifetime_seconds_max

        rotation_overlap_seconds = self.rotation_overlap_seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "keys_max": keys_max,
                "keys_living": keys_living,
                "name_characters_max": name_characters_max,
                "resource_grants_max": resource_grants_max,
                "lifetime_seconds_max": lifetime_seconds_max,
                "rotation_overlap_seconds": rotation_overlap_seconds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        keys_max = d.pop("keys_max")

        keys_living = d.pop("keys_living")

        name_characters_max = d.pop("name_characters_max")

        resource_grants_max = d.pop("resource_grants_max")

        lifetime_seconds_max = d.pop("lifetime_seconds_max")

        rotation_overlap_seconds = d.pop("rotation_overlap_seconds")

        key_limits = cls(
            keys_max=keys_max,
            keys_living=keys_living,
            name_characters_max=name_characters_max,
            resource_grants_max=resource_grants_max,
            lifetime_seconds_max=lifetime_seconds_max,
            rotation_overlap_seconds=rotation_overlap_seconds,
        )

        key_limits.additional_properties = d
        return key_limits

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

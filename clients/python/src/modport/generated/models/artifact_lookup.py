from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.hash_matches import HashMatches


T = TypeVar("T", bound="ArtifactLookup")


@_attrs_define
class ArtifactLookup:
    """
    Attributes:
        hashes (list[HashMatches]): In the order of the request. Hashes without a published file are omitted.
    """

    hashes: list[HashMatches]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        hashes = []
        for hashes_item_data in self.hashes:
            hashes_item = hashes_item_data.to_dict()
            hashes.append(hashes_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "hashes": hashes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.hash_matches import HashMatches

        d = dict(src_dict)
        hashes = []
        _hashes = d.pop("hashes")
        for hashes_item_data in _hashes:
            hashes_item = HashMatches.from_dict(hashes_item_data)

            hashes.append(hashes_item)

        artifact_lookup = cls(
            hashes=hashes,
        )

        artifact_lookup.additional_properties = d
        return artifact_lookup

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

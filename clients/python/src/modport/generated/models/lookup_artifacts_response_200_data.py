from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.lookup_artifacts_response_200_data_hashes_item import (
        LookupArtifactsResponse200DataHashesItem,
    )


T = TypeVar("T", bound="LookupArtifactsResponse200Data")


@_attrs_define
class LookupArtifactsResponse200Data:
    """
    Attributes:
        hashes (list[LookupArtifactsResponse200DataHashesItem]): In the order of the request. Hashes without a published
            file are omitted.
    """

    hashes: list[LookupArtifactsResponse200DataHashesItem]
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
        from ..models.lookup_artifacts_response_200_data_hashes_item import (
            LookupArtifactsResponse200DataHashesItem,
        )

        d = dict(src_dict)
        hashes = []
        _hashes = d.pop("hashes")
        for hashes_item_data in _hashes:
            hashes_item = LookupArtifactsResponse200DataHashesItem.from_dict(hashes_item_data)

            hashes.append(hashes_item)

        lookup_artifacts_response_200_data = cls(
            hashes=hashes,
        )

        lookup_artifacts_response_200_data.additional_properties = d
        return lookup_artifacts_response_200_data

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

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.lookup_artifacts_response_200_data_hashes_item_matches_item_mod import (
        LookupArtifactsResponse200DataHashesItemMatchesItemMod,
    )
    from ..models.lookup_artifacts_response_200_data_hashes_item_matches_item_version import (
        LookupArtifactsResponse200DataHashesItemMatchesItemVersion,
    )
    from ..models.public_mod_artifact import PublicModArtifact


T = TypeVar("T", bound="LookupArtifactsResponse200DataHashesItemMatchesItem")


@_attrs_define
class LookupArtifactsResponse200DataHashesItemMatchesItem:
    """
    Attributes:
        mod (LookupArtifactsResponse200DataHashesItemMatchesItemMod):
        version (LookupArtifactsResponse200DataHashesItemMatchesItemVersion):
        artifact (PublicModArtifact): A file of a version.
    """

    mod: LookupArtifactsResponse200DataHashesItemMatchesItemMod
    version: LookupArtifactsResponse200DataHashesItemMatchesItemVersion
    artifact: PublicModArtifact
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        mod = self.mod.to_dict()

        version = self.version.to_dict()

        artifact = self.artifact.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "mod": mod,
                "version": version,
                "artifact": artifact,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.lookup_artifacts_response_200_data_hashes_item_matches_item_mod import (
            LookupArtifactsResponse200DataHashesItemMatchesItemMod,
        )
        from ..models.lookup_artifacts_response_200_data_hashes_item_matches_item_version import (
            LookupArtifactsResponse200DataHashesItemMatchesItemVersion,
        )
        from ..models.public_mod_artifact import PublicModArtifact

        d = dict(src_dict)
        mod = LookupArtifactsResponse200DataHashesItemMatchesItemMod.from_dict(d.pop("mod"))

        version = LookupArtifactsResponse200DataHashesItemMatchesItemVersion.from_dict(
            d.pop("version")
        )

        artifact = PublicModArtifact.from_dict(d.pop("artifact"))

        lookup_artifacts_response_200_data_hashes_item_matches_item = cls(
            mod=mod,
            version=version,
            artifact=artifact,
        )

        lookup_artifacts_response_200_data_hashes_item_matches_item.additional_properties = d
        return lookup_artifacts_response_200_data_hashes_item_matches_item

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

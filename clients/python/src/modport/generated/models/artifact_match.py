from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.artifact_version_ref import ArtifactVersionRef
    from ..models.matched_mod import MatchedMod
    from ..models.mod_artifact import ModArtifact


T = TypeVar("T", bound="ArtifactMatch")


@_attrs_define
class ArtifactMatch:
    """
    Attributes:
        mod (MatchedMod):
        version (ArtifactVersionRef):
        artifact (ModArtifact): A file of a version.
    """

    mod: MatchedMod
    version: ArtifactVersionRef
    artifact: ModArtifact
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
        from ..models.artifact_version_ref import ArtifactVersionRef
        from ..models.matched_mod import MatchedMod
        from ..models.mod_artifact import ModArtifact

        d = dict(src_dict)
        mod = MatchedMod.from_dict(d.pop("mod"))

        version = ArtifactVersionRef.from_dict(d.pop("version"))

        artifact = ModArtifact.from_dict(d.pop("artifact"))

        artifact_match = cls(
            mod=mod,
            version=version,
            artifact=artifact,
        )

        artifact_match.additional_properties = d
        return artifact_match

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

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.artifact_match import ArtifactMatch


T = TypeVar("T", bound="HashMatches")


@_attrs_define
class HashMatches:
    """
    Attributes:
        hash_ (str): As sent in the request.
        algorithm (str): Known values: `sha1`, `sha256`, `sha512`. Expect others.
        matches (list[ArtifactMatch]): Between 1 and 5 files, the earliest published first.
        has_more (bool): Whether more files have the same bytes.
    """

    hash_: str
    algorithm: str
    matches: list[ArtifactMatch]
    has_more: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        hash_ = self.hash_

        algorithm = self.algorithm

        matches = []
        for matches_item_data in self.matches:
            matches_item = matches_item_data.to_dict()
            matches.append(matches_item)

        has_more = self.has_more

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "hash": hash_,
                "algorithm": algorithm,
                "matches": matches,
                "has_more": has_more,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.artifact_match import ArtifactMatch

        d = dict(src_dict)
        hash_ = d.pop("hash")

        algorithm = d.pop("algorithm")

        matches = []
        _matches = d.pop("matches")
        for matches_item_data in _matches:
            matches_item = ArtifactMatch.from_dict(matches_item_data)

            matches.append(matches_item)

        has_more = d.pop("has_more")

        hash_matches = cls(
            hash_=hash_,
            algorithm=algorithm,
            matches=matches,
            has_more=has_more,
        )

        hash_matches.additional_properties = d
        return hash_matches

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

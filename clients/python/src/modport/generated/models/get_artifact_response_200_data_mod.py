from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.access_tier import AccessTier, check_access_tier

if TYPE_CHECKING:
    from ..models.get_artifact_response_200_data_mod_game import (
        GetArtifactResponse200DataModGame,
    )
    from ..models.get_artifact_response_200_data_mod_links import (
        GetArtifactResponse200DataModLinks,
    )
    from ..models.get_artifact_response_200_data_mod_title import (
        GetArtifactResponse200DataModTitle,
    )


T = TypeVar("T", bound="GetArtifactResponse200DataMod")


@_attrs_define
class GetArtifactResponse200DataMod:
    """A mod as the catalog shows it.

    Attributes:
        id (UUID):
        slug (str): An alias that may change. Use the id to identify the object.
        title (GetArtifactResponse200DataModTitle):
        game (GetArtifactResponse200DataModGame): The game of a mod.
        access_tier (AccessTier):
        links (GetArtifactResponse200DataModLinks):
    """

    id: UUID
    slug: str
    title: GetArtifactResponse200DataModTitle
    game: GetArtifactResponse200DataModGame
    access_tier: AccessTier
    links: GetArtifactResponse200DataModLinks
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        slug = self.slug

        title = self.title.to_dict()

        game = self.game.to_dict()

        access_tier: str = self.access_tier

        links = self.links.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "slug": slug,
                "title": title,
                "game": game,
                "access_tier": access_tier,
                "links": links,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.get_artifact_response_200_data_mod_game import (
            GetArtifactResponse200DataModGame,
        )
        from ..models.get_artifact_response_200_data_mod_links import (
            GetArtifactResponse200DataModLinks,
        )
        from ..models.get_artifact_response_200_data_mod_title import (
            GetArtifactResponse200DataModTitle,
        )

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        slug = d.pop("slug")

        title = GetArtifactResponse200DataModTitle.from_dict(d.pop("title"))

        game = GetArtifactResponse200DataModGame.from_dict(d.pop("game"))

        access_tier = check_access_tier(d.pop("access_tier"))

        links = GetArtifactResponse200DataModLinks.from_dict(d.pop("links"))

        get_artifact_response_200_data_mod = cls(
            id=id,
            slug=slug,
            title=title,
            game=game,
            access_tier=access_tier,
            links=links,
        )

        get_artifact_response_200_data_mod.additional_properties = d
        return get_artifact_response_200_data_mod

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

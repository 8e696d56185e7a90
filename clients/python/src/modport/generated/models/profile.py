from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Profile")


@_attrs_define
class Profile:
    """
    Attributes:
        id (UUID):
        username (str):
        display_name (str):
        profile_url (None | str): Null if the profile is closed.
        profile_open (bool): Whether mods link to the profile.
        locale (str):
        bio (None | str): About the user, in Markdown. Null if there is no text or the profile is closed.
        links (list[str]): Pages of the user, as addresses with https. Empty if the profile is closed.
    """

    id: UUID
    username: str
    display_name: str
    profile_url: None | str
    profile_open: bool
    locale: str
    bio: None | str
    links: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        username = self.username

        display_name = self.display_name

        profile_url: None | str
        profile_url = self.profile_url

        profile_open = self.profile_open

        locale = self.locale

        bio: None | str
        bio = self.bio

        links = self.links

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "username": username,
                "display_name": display_name,
                "profile_url": profile_url,
                "profile_open": profile_open,
                "locale": locale,
                "bio": bio,
                "links": links,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        username = d.pop("username")

        display_name = d.pop("display_name")

        def _parse_profile_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        profile_url = _parse_profile_url(d.pop("profile_url"))

        profile_open = d.pop("profile_open")

        locale = d.pop("locale")

        def _parse_bio(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        bio = _parse_bio(d.pop("bio"))

        links = cast(list[str], d.pop("links"))

        profile = cls(
            id=id,
            username=username,
            display_name=display_name,
            profile_url=profile_url,
            profile_open=profile_open,
            locale=locale,
            bio=bio,
            links=links,
        )

        profile.additional_properties = d
        return profile

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

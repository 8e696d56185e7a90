from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.locale_input import LocaleInput, check_locale_input
from ..types import UNSET, Unset

T = TypeVar("T", bound="UpdateProfileInput")


@_attrs_define
class UpdateProfileInput:
    """
    Attributes:
        bio (None | str | Unset): About the user, in Markdown. Null or an empty text removes it.
        display_name (str | Unset): Shown with the mods of the account.
        links (list[str] | Unset): Pages of the user: up to five addresses with https.
        locale (LocaleInput | Unset):
        profile_open (bool | Unset): Whether the account has a public profile, to which its mods link.
    """

    bio: None | str | Unset = UNSET
    display_name: str | Unset = UNSET
    links: list[str] | Unset = UNSET
    locale: LocaleInput | Unset = UNSET
    profile_open: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        bio: None | str | Unset
        if isinstance(self.bio, Unset):
            bio = UNSET
        else:
            bio = self.bio

        display_name = self.display_name

        links: list[str] | Unset = UNSET
        if not isinstance(self.links, Unset):
            links = self.links

        locale: str | Unset = UNSET
        if not isinstance(self.locale, Unset):
            locale = self.locale

        profile_open = self.profile_open

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if bio is not UNSET:
            field_dict["bio"] = bio
        if display_name is not UNSET:
            field_dict["display_name"] = display_name
        if links is not UNSET:
            field_dict["links"] = links
        if locale is not UNSET:
            field_dict["locale"] = locale
        if profile_open is not UNSET:
            field_dict["profile_open"] = profile_open

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_bio(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        bio = _parse_bio(d.pop("bio", UNSET))

        display_name = d.pop("display_name", UNSET)

        links = cast(list[str], d.pop("links", UNSET))

        _locale = d.pop("locale", UNSET)
        locale: LocaleInput | Unset
        if isinstance(_locale, Unset):
            locale = UNSET
        else:
            locale = check_locale_input(_locale)

        profile_open = d.pop("profile_open", UNSET)

        update_profile_input = cls(
            bio=bio,
            display_name=display_name,
            links=links,
            locale=locale,
            profile_open=profile_open,
        )

        return update_profile_input

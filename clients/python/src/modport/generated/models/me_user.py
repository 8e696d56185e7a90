from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="MeUser")


@_attrs_define
class MeUser:
    """
    Attributes:
        id (UUID):
        username (str):
        display_name (None | str): Null for a credential with neither `profile:read` nor `account:read`.
        profile_url (None | str): Null for a credential with neither `profile:read` nor `account:read`, and if the
            profile is closed.
        locale (None | str): Null for a credential with neither `profile:read` nor `account:read`.
    """

    id: UUID
    username: str
    display_name: None | str
    profile_url: None | str
    locale: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        username = self.username

        display_name: None | str
        display_name = self.display_name

        profile_url: None | str
        profile_url = self.profile_url

        locale: None | str
        locale = self.locale

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "username": username,
                "display_name": display_name,
                "profile_url": profile_url,
                "locale": locale,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        username = d.pop("username")

        def _parse_display_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        display_name = _parse_display_name(d.pop("display_name"))

        def _parse_profile_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        profile_url = _parse_profile_url(d.pop("profile_url"))

        def _parse_locale(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        locale = _parse_locale(d.pop("locale"))

        me_user = cls(
            id=id,
            username=username,
            display_name=display_name,
            profile_url=profile_url,
            locale=locale,
        )

        me_user.additional_properties = d
        return me_user

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

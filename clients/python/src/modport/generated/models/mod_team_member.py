from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.team_user import TeamUser


T = TypeVar("T", bound="ModTeamMember")


@_attrs_define
class ModTeamMember:
    """
    Attributes:
        user (TeamUser):
        role (str): Known values: `maintainer`, `owner`, `publisher`, `reviewer`. Expect others.
        permissions (list[str]): The permissions of the role. New ones may be added.
        since (datetime.datetime): When the member joined. A change of role does not change it.
    """

    user: TeamUser
    role: str
    permissions: list[str]
    since: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        user = self.user.to_dict()

        role = self.role

        permissions = self.permissions

        since = self.since.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "user": user,
                "role": role,
                "permissions": permissions,
                "since": since,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.team_user import TeamUser

        d = dict(src_dict)
        user = TeamUser.from_dict(d.pop("user"))

        role = d.pop("role")

        permissions = cast(list[str], d.pop("permissions"))

        since = datetime.datetime.fromisoformat(d.pop("since"))

        mod_team_member = cls(
            user=user,
            role=role,
            permissions=permissions,
            since=since,
        )

        mod_team_member.additional_properties = d
        return mod_team_member

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

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.team_role_input import TeamRoleInput, check_team_role_input

T = TypeVar("T", bound="SetModTeamMemberInput")


@_attrs_define
class SetModTeamMemberInput:
    """
    Attributes:
        role (TeamRoleInput):
    """

    role: TeamRoleInput

    def to_dict(self) -> dict[str, Any]:
        role: str = self.role

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "role": role,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        role = check_team_role_input(d.pop("role"))

        set_mod_team_member_input = cls(
            role=role,
        )

        return set_mod_team_member_input

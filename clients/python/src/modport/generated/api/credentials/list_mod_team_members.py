from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.mod_team_member_page import ModTeamMemberPage
from ...types import UNSET, Unset


def _parse(response: Reply) -> ModTeamMemberPage:
    if 200 <= response.status_code <= 200:
        response_200 = ModTeamMemberPage.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def list_mod_team_members(
    mod_id: UUID,
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 25,
) -> Operation[ModTeamMemberPage]:
    """List the team of a mod

    Lists all team members with the permissions of their roles, in the order in which they joined. All
    members can read the list.

    Args:
        mod_id (UUID):
        cursor (str | Unset):
        limit (int | Unset):  Default: 25.
    """

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": "listModTeamMembers",
        "method": "GET",
        "path": "/mods/{mod_id}/team-members".format(
            mod_id=quote(str(mod_id), safe=""),
        ),
        "params": params,
    }
    return Operation(parse=_parse, **_kwargs)

from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape


def _parse(response: Reply) -> None:
    if 204 <= response.status_code <= 204:
        return

    raise UnexpectedShape(f"status {response.status_code}")


def remove_mod_team_member(
    mod_id: UUID,
    user_id: UUID,
) -> Operation[None]:
    """Remove a team member

    For owners; members can also remove themselves. Takes effect with the member's next request.
    Removing a user who is not a member also returns 204. The last owner stays. To remove an owner, the
    credential must have been granted `teams:admin` after a second factor; otherwise the response is
    `step_up_required`. All owners and the member get a mail. With a credential, `User-Agent` must name
    the client as `Name/Version (+web or e-mail address)`. A personal access token or an API key also
    requires `X-Service-Client` and `X-Service-Client-Version`. Otherwise the response is 400
    `invalid_client_identity`.

    Args:
        mod_id (UUID):
        user_id (UUID):
    """

    _kwargs: dict[str, Any] = {
        "operation": "removeModTeamMember",
        "method": "DELETE",
        "path": "/mods/{mod_id}/team-members/{user_id}".format(
            mod_id=quote(str(mod_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
    }
    return Operation(parse=_parse, **_kwargs)

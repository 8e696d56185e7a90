from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.mod_team_member_response import ModTeamMemberResponse
from ...models.set_mod_team_member_input import SetModTeamMemberInput
from ...types import UNSET, Unset


def _parse(response: Reply) -> ModTeamMemberResponse:
    if 200 <= response.status_code <= 200:
        response_200 = ModTeamMemberResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def set_mod_team_member(
    mod_id: UUID,
    user_id: UUID,
    *,
    body: SetModTeamMemberInput,
    idempotency_key: str | Unset = UNSET,
) -> Operation[ModTeamMemberResponse]:
    """Add a team member, or change a role

    For owners. Takes effect with the member's next request. A team keeps at least one owner with an
    active account: the last one stays `owner`. A member who leaves within seven days after their
    addition, without any work for the mod, cannot be added again for a day (`invalid_state`). To add or
    change an owner, the credential must have been granted `teams:admin` after a second factor;
    otherwise the response is `step_up_required`. All owners and the member get a mail. With a
    credential, `User-Agent` must name the client as `Name/Version (+web or e-mail address)`. A personal
    access token or an API key also requires `X-Service-Client` and `X-Service-Client-Version`.
    Otherwise the response is 400 `invalid_client_identity`.

    Args:
        mod_id (UUID):
        user_id (UUID):
        idempotency_key (str | Unset):
        body (SetModTeamMemberInput):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "setModTeamMember",
        "method": "PUT",
        "path": "/mods/{mod_id}/team-members/{user_id}".format(
            mod_id=quote(str(mod_id), safe=""),
            user_id=quote(str(user_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

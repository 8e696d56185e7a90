from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.mod_response import ModResponse
from ...types import UNSET, Unset


def _parse(response: Reply) -> ModResponse:
    if 200 <= response.status_code <= 200:
        response_200 = ModResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def get_mod(
    mod_id: UUID,
    *,
    if_none_match: str | Unset = UNSET,
) -> Operation[ModResponse]:
    """Read a mod

    Returns a published mod. Team members also read drafts, and get the strong `ETag` that a change has
    to send.

    Args:
        mod_id (UUID):
        if_none_match (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    _kwargs: dict[str, Any] = {
        "operation": "getMod",
        "method": "GET",
        "path": "/mods/{mod_id}".format(
            mod_id=quote(str(mod_id), safe=""),
        ),
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

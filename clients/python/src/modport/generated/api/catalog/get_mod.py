from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.get_mod_response_200 import GetModResponse200
from ...types import UNSET, Unset


def _parse(response: Reply) -> GetModResponse200:
    if 200 <= response.status_code <= 200:
        response_200 = GetModResponse200.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def get_mod(
    mod_id: UUID,
    *,
    if_none_match: str | Unset = UNSET,
) -> Operation[GetModResponse200]:
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

from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.mod_version_response import ModVersionResponse
from ...types import UNSET, Unset


def _parse(response: Reply) -> ModVersionResponse:
    if 200 <= response.status_code <= 200:
        response_200 = ModVersionResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def get_mod_version(
    mod_id: UUID,
    version_id: UUID,
    *,
    if_none_match: str | Unset = UNSET,
) -> Operation[ModVersionResponse]:
    """Read a version

    Returns a version with its dependencies and files. Team members also read drafts, and get the strong
    `ETag` that a change has to send.

    Args:
        mod_id (UUID):
        version_id (UUID):
        if_none_match (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    _kwargs: dict[str, Any] = {
        "operation": "getModVersion",
        "method": "GET",
        "path": "/mods/{mod_id}/versions/{version_id}".format(
            mod_id=quote(str(mod_id), safe=""),
            version_id=quote(str(version_id), safe=""),
        ),
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.mod_media_page import ModMediaPage
from ...types import UNSET, Unset


def _parse(response: Reply) -> ModMediaPage:
    if 200 <= response.status_code <= 200:
        response_200 = ModMediaPage.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def list_mod_media(
    mod_id: UUID,
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 25,
) -> Operation[ModMediaPage]:
    """List the pictures of a mod

    Lists the cover, the fallback cover and the gallery in the order in which they were added.
    `position` orders the gallery. All team members can read the list. Replaced covers are not listed.

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
        "operation": "listModMedia",
        "method": "GET",
        "path": "/mods/{mod_id}/media".format(
            mod_id=quote(str(mod_id), safe=""),
        ),
        "params": params,
    }
    return Operation(parse=_parse, **_kwargs)

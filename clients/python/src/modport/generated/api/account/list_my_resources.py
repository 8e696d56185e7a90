from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.my_resource_page import MyResourcePage
from ...types import UNSET, Unset


def _parse(response: Reply) -> MyResourcePage:
    if 200 <= response.status_code <= 200:
        response_200 = MyResourcePage.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def list_my_resources(
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 25,
) -> Operation[MyResourcePage]:
    """List the mods that you work on

    Lists the mods whose teams include you, drafts too, with your role and its permissions. The teams
    that you joined last come first. A credential that is limited to some mods sees only those.

    Args:
        cursor (str | Unset):
        limit (int | Unset):  Default: 25.
    """

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": "listMyResources",
        "method": "GET",
        "path": "/me/resources",
        "params": params,
    }
    return Operation(parse=_parse, **_kwargs)

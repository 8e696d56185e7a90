from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.dependency_page import DependencyPage
from ...types import UNSET, Unset


def _parse(response: Reply) -> DependencyPage:
    if 200 <= response.status_code <= 200:
        response_200 = DependencyPage.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def list_mod_dependencies(
    mod_id: UUID,
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 25,
    if_none_match: str | Unset = UNSET,
) -> Operation[DependencyPage]:
    """List the dependencies of a mod's latest release

    Lists required, optional and incompatible mods. An install plan considers all of them.

    Args:
        mod_id (UUID):
        cursor (str | Unset):
        limit (int | Unset):  Default: 25.
        if_none_match (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": "listModDependencies",
        "method": "GET",
        "path": "/mods/{mod_id}/dependencies".format(
            mod_id=quote(str(mod_id), safe=""),
        ),
        "params": params,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.api_key_page import ApiKeyPage
from ...types import UNSET, Unset


def _parse(response: Reply) -> ApiKeyPage:
    if 200 <= response.status_code <= 200:
        response_200 = ApiKeyPage.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def list_api_keys(
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 25,
) -> Operation[ApiKeyPage]:
    """List your tokens and keys

    Lists your tokens and keys, newest first, including ended ones, without secrets. A credential that
    is limited to some mods sees only credentials for those mods.

    Args:
        cursor (str | Unset):
        limit (int | Unset):  Default: 25.
    """

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": "listApiKeys",
        "method": "GET",
        "path": "/api-keys",
        "params": params,
    }
    return Operation(parse=_parse, **_kwargs)

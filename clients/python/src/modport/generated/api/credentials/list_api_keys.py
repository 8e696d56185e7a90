from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.list_api_keys_response_200 import ListApiKeysResponse200
from ...types import UNSET, Unset


def _parse(response: Reply) -> ListApiKeysResponse200:
    if 200 <= response.status_code <= 200:
        response_200 = ListApiKeysResponse200.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def list_api_keys(
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 25,
) -> Operation[ListApiKeysResponse200]:
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

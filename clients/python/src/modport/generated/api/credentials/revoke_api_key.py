from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape


def _parse(response: Reply) -> None:
    if 204 <= response.status_code <= 204:
        return

    raise UnexpectedShape(f"status {response.status_code}")


def revoke_api_key(
    api_key_id: UUID,
) -> Operation[None]:
    """Revoke a key

    Revokes a key, and the keys that it created. They stop working with the next request. Repeating the
    request changes nothing. Keys that it was rotated from or to are separate; revoke each by its own
    id. With a credential, `User-Agent` must name the client as `Name/Version (+web or e-mail address)`.
    A personal access token or an API key also requires `X-Service-Client` and `X-Service-Client-
    Version`. Otherwise the response is 400 `invalid_client_identity`.

    Args:
        api_key_id (UUID):
    """

    _kwargs: dict[str, Any] = {
        "operation": "revokeApiKey",
        "method": "DELETE",
        "path": "/api-keys/{api_key_id}".format(
            api_key_id=quote(str(api_key_id), safe=""),
        ),
    }
    return Operation(parse=_parse, **_kwargs)

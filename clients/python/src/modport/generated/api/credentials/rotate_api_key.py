from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.created_api_key_response import CreatedApiKeyResponse


def _parse(response: Reply) -> CreatedApiKeyResponse:
    if 201 <= response.status_code <= 201:
        response_201 = CreatedApiKeyResponse.from_dict(response.json())

        return response_201

    raise UnexpectedShape(f"status {response.status_code}")


def rotate_api_key(
    api_key_id: UUID,
    *,
    idempotency_key: str,
) -> Operation[CreatedApiKeyResponse]:
    """Rotate a key

    Creates a key with the same name, scopes, mods and expiry. The response contains its `secret`, only
    this once. The old key stays valid for at most ten more minutes. A key can be rotated once: a key
    that has ended or has a successor returns `invalid_state`. A key with sensitive scopes can be
    rotated by itself, or after a second factor. If another token or key rotates it, the new key ends
    with that one too. With a credential, `User-Agent` must name the client as `Name/Version (+web or
    e-mail address)`. A personal access token or an API key also requires `X-Service-Client` and
    `X-Service-Client-Version`. Otherwise the response is 400 `invalid_client_identity`.

    Args:
        api_key_id (UUID):
        idempotency_key (str):
    """
    headers: dict[str, Any] = {}
    headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "rotateApiKey",
        "method": "POST",
        "path": "/api-keys/{api_key_id}/rotate".format(
            api_key_id=quote(str(api_key_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

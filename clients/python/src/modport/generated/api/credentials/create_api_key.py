from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.create_api_key_input import CreateApiKeyInput
from ...models.created_api_key_response import CreatedApiKeyResponse


def _parse(response: Reply) -> CreatedApiKeyResponse:
    if 201 <= response.status_code <= 201:
        response_201 = CreatedApiKeyResponse.from_dict(response.json())

        return response_201

    raise UnexpectedShape(f"status {response.status_code}")


def create_api_key(
    *,
    body: CreateApiKeyInput,
    idempotency_key: str,
) -> Operation[CreatedApiKeyResponse]:
    """Create a key for a program

    Creates a key with these scopes for exactly the mods that it names. The response contains the
    `secret`, only this once. A repeated request is refused; list your keys to see whether the key
    exists. You can pass on only scopes and mods that your own credential has. A key never outlives the
    token or key that created it. Sensitive scopes need a second factor within the last 15 minutes. The
    token of an application cannot create keys, because a key would outlive the user's approval. With a
    credential, `User-Agent` must name the client as `Name/Version (+web or e-mail address)`. A personal
    access token or an API key also requires `X-Service-Client` and `X-Service-Client-Version`.
    Otherwise the response is 400 `invalid_client_identity`.

    Args:
        idempotency_key (str):
        body (CreateApiKeyInput):
    """
    headers: dict[str, Any] = {}
    headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "createApiKey",
        "method": "POST",
        "path": "/api-keys",
        "takes_key": True,
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

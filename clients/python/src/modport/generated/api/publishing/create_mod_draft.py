from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.create_mod_input import CreateModInput
from ...models.mod_response import ModResponse
from ...types import UNSET, Unset


def _parse(response: Reply) -> ModResponse:
    if 201 <= response.status_code <= 201:
        response_201 = ModResponse.from_dict(response.json())

        return response_201

    raise UnexpectedShape(f"status {response.status_code}")


def create_mod_draft(
    *,
    body: CreateModInput,
    idempotency_key: str | Unset = UNSET,
) -> Operation[ModResponse]:
    """Create a mod draft

    Creates a mod that only its team can see. Needs a game, a title and a description. Add a cover, a
    version and a file before you publish it. With a credential, `User-Agent` must name the client as
    `Name/Version (+web or e-mail address)`. A personal access token or an API key also requires
    `X-Service-Client` and `X-Service-Client-Version`. Otherwise the response is 400
    `invalid_client_identity`.

    Args:
        idempotency_key (str | Unset):
        body (CreateModInput):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "createModDraft",
        "method": "POST",
        "path": "/mods",
        "takes_key": True,
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

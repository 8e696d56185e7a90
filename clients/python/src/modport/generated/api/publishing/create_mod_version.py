from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.create_mod_version_input import CreateModVersionInput
from ...models.mod_version_response import ModVersionResponse
from ...types import UNSET, Unset


def _parse(response: Reply) -> ModVersionResponse:
    if 201 <= response.status_code <= 201:
        response_201 = ModVersionResponse.from_dict(response.json())

        return response_201

    raise UnexpectedShape(f"status {response.status_code}")


def create_mod_version(
    mod_id: UUID,
    *,
    body: CreateModVersionInput,
    idempotency_key: str | Unset = UNSET,
) -> Operation[ModVersionResponse]:
    """Create a version draft

    Creates the draft of a version with its requirements and dependencies. To add its file, reserve an
    upload that names the version. With a credential, `User-Agent` must name the client as `Name/Version
    (+web or e-mail address)`. A personal access token or an API key also requires `X-Service-Client`
    and `X-Service-Client-Version`. Otherwise the response is 400 `invalid_client_identity`.

    Args:
        mod_id (UUID):
        idempotency_key (str | Unset):
        body (CreateModVersionInput):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "createModVersion",
        "method": "POST",
        "path": "/mods/{mod_id}/versions".format(
            mod_id=quote(str(mod_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

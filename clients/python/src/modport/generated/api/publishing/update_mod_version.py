from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.mod_version_response import ModVersionResponse
from ...models.update_mod_version_input import UpdateModVersionInput
from ...types import UNSET, Unset


def _parse(response: Reply) -> ModVersionResponse:
    if 200 <= response.status_code <= 200:
        response_200 = ModVersionResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def update_mod_version(
    mod_id: UUID,
    version_id: UUID,
    *,
    body: UpdateModVersionInput,
    idempotency_key: str | Unset = UNSET,
    if_match: str,
) -> Operation[ModVersionResponse]:
    """Change a version

    Changes the members that you send and keeps the rest. After publication, only the changelog,
    dependencies and requirements can change. Needs the `ETag` of a read with the same credential. With
    a credential, `User-Agent` must name the client as `Name/Version (+web or e-mail address)`. A
    personal access token or an API key also requires `X-Service-Client` and `X-Service-Client-Version`.
    Otherwise the response is 400 `invalid_client_identity`.

    Args:
        mod_id (UUID):
        version_id (UUID):
        idempotency_key (str | Unset):
        if_match (str):
        body (UpdateModVersionInput):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers["If-Match"] = if_match

    _kwargs: dict[str, Any] = {
        "operation": "updateModVersion",
        "method": "PATCH",
        "path": "/mods/{mod_id}/versions/{version_id}".format(
            mod_id=quote(str(mod_id), safe=""),
            version_id=quote(str(version_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

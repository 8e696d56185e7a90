from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.mod_version_response import ModVersionResponse
from ...types import UNSET, Unset


def _parse(response: Reply) -> ModVersionResponse:
    if 200 <= response.status_code <= 200:
        response_200 = ModVersionResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def publish_mod_version(
    mod_id: UUID,
    version_id: UUID,
    *,
    idempotency_key: str | Unset = UNSET,
) -> Operation[ModVersionResponse]:
    """Publish a version

    Publishes a version that is `ready`, and its mod too if this is its first version. The mod needs a
    cover. While another file of the version is in a scan or a review, the response is
    `version_not_ready`: wait, or abort that upload. The same applies until the first check of an
    external file has ended, and while a dependency is unpublished; `detail` names the file or the mod.
    The catalog shows the version when the response arrives, search a few seconds later. With a
    credential, `User-Agent` must name the client as `Name/Version (+web or e-mail address)`. A personal
    access token or an API key also requires `X-Service-Client` and `X-Service-Client-Version`.
    Otherwise the response is 400 `invalid_client_identity`.

    Args:
        mod_id (UUID):
        version_id (UUID):
        idempotency_key (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "publishModVersion",
        "method": "POST",
        "path": "/mods/{mod_id}/versions/{version_id}/publish".format(
            mod_id=quote(str(mod_id), safe=""),
            version_id=quote(str(version_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

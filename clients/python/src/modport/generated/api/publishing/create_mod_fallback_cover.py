from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.mod_media_response import ModMediaResponse
from ...types import UNSET, Unset


def _parse(response: Reply) -> ModMediaResponse:
    if 200 <= response.status_code <= 200:
        response_200 = ModMediaResponse.from_dict(response.json())

        return response_200

    if 201 <= response.status_code <= 201:
        response_201 = ModMediaResponse.from_dict(response.json())

        return response_201

    raise UnexpectedShape(f"status {response.status_code}")


def create_mod_fallback_cover(
    mod_id: UUID,
    *,
    idempotency_key: str | Unset = UNSET,
) -> Operation[ModMediaResponse]:
    """Generate a cover for a mod

    Draws a picture from the id of the mod, and makes it the cover if the mod has none. A repeated
    request returns 200 with the same picture. With a credential, `User-Agent` must name the client as
    `Name/Version (+web or e-mail address)`. A personal access token or an API key also requires
    `X-Service-Client` and `X-Service-Client-Version`. Otherwise the response is 400
    `invalid_client_identity`.

    Args:
        mod_id (UUID):
        idempotency_key (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "createModFallbackCover",
        "method": "POST",
        "path": "/mods/{mod_id}/media:fallback".format(
            mod_id=quote(str(mod_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

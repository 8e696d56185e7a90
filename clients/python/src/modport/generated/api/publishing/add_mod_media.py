from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.add_mod_media_form import AddModMediaForm
from ...models.mod_media_response import ModMediaResponse


def _parse(response: Reply) -> ModMediaResponse:
    if 201 <= response.status_code <= 201:
        response_201 = ModMediaResponse.from_dict(response.json())

        return response_201

    raise UnexpectedShape(f"status {response.status_code}")


def add_mod_media(
    mod_id: UUID,
    *,
    body: AddModMediaForm,
    idempotency_key: str,
    if_match: str,
) -> Operation[ModMediaResponse]:
    """Add a picture to a mod

    Adds a picture. Send a form with two parts, in any order: `file`, a PNG, JPEG or WebP of at most 20
    MiB and 40 megapixels, and `metadata`, JSON. The service encodes the pixels again and stores a WebP:
    upright, in sRGB, at most 3840 pixels on its longer side, without metadata, with smaller `variants`.
    Animations are refused; of an animated PNG, the still picture is stored. A faulty picture returns
    422 `validation_failed` for `file`: `invalid_type` if it is in no accepted format or differs from
    the type of its part, `too_large`, `not_allowed` for an animation, `invalid_format` if it is
    damaged. A new cover replaces the previous one, whose `url` keeps working. Needs the mod's `ETag`.
    The response has the next `ETag`, so you can add several pictures in sequence. With a credential,
    `User-Agent` must name the client as `Name/Version (+web or e-mail address)`. A personal access
    token or an API key also requires `X-Service-Client` and `X-Service-Client-Version`. Otherwise the
    response is 400 `invalid_client_identity`.

    Args:
        mod_id (UUID):
        idempotency_key (str):
        if_match (str):
        body (AddModMediaForm):
    """
    headers: dict[str, Any] = {}
    headers["Idempotency-Key"] = idempotency_key

    headers["If-Match"] = if_match

    _kwargs: dict[str, Any] = {
        "operation": "addModMedia",
        "method": "POST",
        "path": "/mods/{mod_id}/media".format(
            mod_id=quote(str(mod_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["files"] = body.to_multipart()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

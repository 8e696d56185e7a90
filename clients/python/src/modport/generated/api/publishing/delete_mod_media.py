from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...types import UNSET, Unset


def _parse(response: Reply) -> None:
    if 204 <= response.status_code <= 204:
        return

    raise UnexpectedShape(f"status {response.status_code}")


def delete_mod_media(
    mod_id: UUID,
    media_id: UUID,
    *,
    idempotency_key: str | Unset = UNSET,
) -> Operation[None]:
    """Delete a picture that an importer manages

    Deletes a picture that was sent with `managed_by: importer`, permanently. From then on, its `url`
    returns 410, though caches may still have it. Any other picture returns `invalid_state`. If it was
    the cover, the fallback cover replaces it. A published mod without a fallback cover keeps its cover
    (`cover_required`). With a credential, `User-Agent` must name the client as `Name/Version (+web or
    e-mail address)`. A personal access token or an API key also requires `X-Service-Client` and
    `X-Service-Client-Version`. Otherwise the response is 400 `invalid_client_identity`.

    Args:
        mod_id (UUID):
        media_id (UUID):
        idempotency_key (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "deleteModMedia",
        "method": "DELETE",
        "path": "/mods/{mod_id}/media/{media_id}".format(
            mod_id=quote(str(mod_id), safe=""),
            media_id=quote(str(media_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

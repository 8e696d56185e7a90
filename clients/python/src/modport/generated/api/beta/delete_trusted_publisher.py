from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...types import UNSET, Unset


def _parse(response: Reply) -> None:
    if 204 <= response.status_code <= 204:
        return

    raise UnexpectedShape(f"status {response.status_code}")


def delete_trusted_publisher(
    mod_id: UUID,
    trusted_publisher_id: UUID,
    *,
    idempotency_key: str | Unset = UNSET,
) -> Operation[None]:
    """Remove a trusted publisher

    For owners. The workflow publishes no more, and tokens of its runs stop working at once. Versions
    keep their `provenance`. From then on, its id returns 410 `gone`. The credential must have been
    granted `teams:admin` after a second factor; otherwise the response is `step_up_required`. With a
    credential, `User-Agent` must name the client as `Name/Version (+web or e-mail address)`. A personal
    access token or an API key also requires `X-Service-Client` and `X-Service-Client-Version`.
    Otherwise the response is 400 `invalid_client_identity`.

    Args:
        mod_id (UUID):
        trusted_publisher_id (UUID):
        idempotency_key (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "deleteTrustedPublisher",
        "method": "DELETE",
        "path": "/beta/mods/{mod_id}/trusted-publishers/{trusted_publisher_id}".format(
            mod_id=quote(str(mod_id), safe=""),
            trusted_publisher_id=quote(str(trusted_publisher_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

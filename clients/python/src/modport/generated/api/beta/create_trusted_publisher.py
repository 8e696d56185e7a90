from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.trusted_publisher_input import TrustedPublisherInput
from ...models.trusted_publisher_response import TrustedPublisherResponse
from ...types import UNSET, Unset


def _parse(response: Reply) -> TrustedPublisherResponse:
    if 201 <= response.status_code <= 201:
        response_201 = TrustedPublisherResponse.from_dict(response.json())

        return response_201

    raise UnexpectedShape(f"status {response.status_code}")


def create_trusted_publisher(
    mod_id: UUID,
    *,
    body: TrustedPublisherInput,
    idempotency_key: str | Unset = UNSET,
) -> Operation[TrustedPublisherResponse]:
    """Let a workflow publish versions of a mod

    For owners. A job of this workflow exchanges the token of its CI service at `/oauth/token` for an
    access token of 15 minutes, which publishes versions of this mod and nothing else. It works while
    you own the mod, and the audit log names you. Name an environment or a branch that only maintainers
    can use. If you omit the ids of the repository and its owner, the first run sets them. The
    credential must have been granted `teams:admin` after a second factor; otherwise the response is
    `step_up_required`. With a credential, `User-Agent` must name the client as `Name/Version (+web or
    e-mail address)`. A personal access token or an API key also requires `X-Service-Client` and
    `X-Service-Client-Version`. Otherwise the response is 400 `invalid_client_identity`.

    Args:
        mod_id (UUID):
        idempotency_key (str | Unset):
        body (TrustedPublisherInput):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "createTrustedPublisher",
        "method": "POST",
        "path": "/beta/mods/{mod_id}/trusted-publishers".format(
            mod_id=quote(str(mod_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

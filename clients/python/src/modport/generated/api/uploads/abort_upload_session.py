from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.upload_session_response import UploadSessionResponse
from ...types import UNSET, Unset


def _parse(response: Reply) -> UploadSessionResponse:
    if 200 <= response.status_code <= 200:
        response_200 = UploadSessionResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def abort_upload_session(
    upload_id: UUID,
    *,
    idempotency_key: str | Unset = UNSET,
) -> Operation[UploadSessionResponse]:
    """Cancel an upload

    Cancels an upload that is not a file yet, and frees its reservation. A repeated request returns the
    same response. With a credential, `User-Agent` must name the client as `Name/Version (+web or e-mail
    address)`. A personal access token or an API key also requires `X-Service-Client` and `X-Service-
    Client-Version`. Otherwise the response is 400 `invalid_client_identity`.

    Args:
        upload_id (UUID):
        idempotency_key (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "abortUploadSession",
        "method": "POST",
        "path": "/uploads/{upload_id}/abort".format(
            upload_id=quote(str(upload_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

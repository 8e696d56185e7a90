from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.complete_upload_input import CompleteUploadInput
from ...models.upload_session_response import UploadSessionResponse
from ...types import UNSET, Unset


def _parse(response: Reply) -> UploadSessionResponse:
    if 200 <= response.status_code <= 200:
        response_200 = UploadSessionResponse.from_dict(response.json())

        return response_200

    if 202 <= response.status_code <= 202:
        response_202 = UploadSessionResponse.from_dict(response.json())

        return response_202

    raise UnexpectedShape(f"status {response.status_code}")


def complete_upload_session(
    upload_id: UUID,
    *,
    body: CompleteUploadInput | Unset = UNSET,
    idempotency_key: str,
) -> Operation[UploadSessionResponse]:
    """Complete an upload and queue its scan

    Ends the transfer. For a multipart upload, name all parts. The response is 202 with the address to
    poll until the file is hashed, scanned and checked. A later repeat returns 200 with the result.
    Complete the session even if the store returned 412: the stored bytes decide. If the store has
    already joined the parts, you need not name any. With a credential, `User-Agent` must name the
    client as `Name/Version (+web or e-mail address)`. A personal access token or an API key also
    requires `X-Service-Client` and `X-Service-Client-Version`. Otherwise the response is 400
    `invalid_client_identity`.

    Args:
        upload_id (UUID):
        idempotency_key (str):
        body (CompleteUploadInput | Unset):
    """
    headers: dict[str, Any] = {}
    headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "completeUploadSession",
        "method": "POST",
        "path": "/uploads/{upload_id}/complete".format(
            upload_id=quote(str(upload_id), safe=""),
        ),
        "takes_key": True,
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

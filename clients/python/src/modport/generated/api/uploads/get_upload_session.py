from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.upload_session_response import UploadSessionResponse


def _parse(response: Reply) -> UploadSessionResponse:
    if 200 <= response.status_code <= 200:
        response_200 = UploadSessionResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def get_upload_session(
    upload_id: UUID,
) -> Operation[UploadSessionResponse]:
    """Read the state of an upload

    Returns what the store has, the progress of the job, and the next step in `retry.strategy`. Poll
    until `job.status` is final, and wait `retry.retryAfterSeconds` between requests. `failure` explains
    a failed upload: `upload_interrupted` can be resumed or aborted; `validation_failed` and
    `scan_failed` need another file and a new session, unless `retry.strategy` is `wait_for_review`.

    Args:
        upload_id (UUID):
    """

    _kwargs: dict[str, Any] = {
        "operation": "getUploadSession",
        "method": "GET",
        "path": "/uploads/{upload_id}".format(
            upload_id=quote(str(upload_id), safe=""),
        ),
    }
    return Operation(parse=_parse, **_kwargs)

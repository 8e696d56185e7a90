from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.upload_review_details_response import UploadReviewDetailsResponse


def _parse(response: Reply) -> UploadReviewDetailsResponse:
    if 200 <= response.status_code <= 200:
        response_200 = UploadReviewDetailsResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def get_upload_review(
    upload_id: UUID,
) -> Operation[UploadReviewDetailsResponse]:
    """Read the review of an upload

    Returns whether a moderator has to review an upload before it can become a file, why, and the
    decision. `rejection_reason` and `public_note` are the moderator's message to the creator; both may
    be null. `position` is the position in the queue, from 1; null if the upload does not wait.

    Args:
        upload_id (UUID):
    """

    _kwargs: dict[str, Any] = {
        "operation": "getUploadReview",
        "method": "GET",
        "path": "/uploads/{upload_id}/review".format(
            upload_id=quote(str(upload_id), safe=""),
        ),
    }
    return Operation(parse=_parse, **_kwargs)

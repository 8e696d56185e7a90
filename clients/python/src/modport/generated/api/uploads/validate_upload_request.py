from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.upload_input import UploadInput
from ...models.validate_upload_request_response_200 import (
    ValidateUploadRequestResponse200,
)


def _parse(response: Reply) -> ValidateUploadRequestResponse200:
    if 200 <= response.status_code <= 200:
        response_200 = ValidateUploadRequestResponse200.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def validate_upload_request(
    *,
    body: UploadInput,
) -> Operation[ValidateUploadRequestResponse200]:
    """Check an upload request

    Checks the request of an upload without reserving anything. Returns all errors at once and the way
    in which the bytes would be sent. The status is 200 in both cases.

    Args:
        body (UploadInput):
    """
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": "validateUploadRequest",
        "method": "POST",
        "path": "/uploads:validate",
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

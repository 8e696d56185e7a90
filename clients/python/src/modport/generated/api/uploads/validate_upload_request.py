from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.upload_input import UploadInput
from ...models.upload_validation_response import UploadValidationResponse


def _parse(response: Reply) -> UploadValidationResponse:
    if 200 <= response.status_code <= 200:
        response_200 = UploadValidationResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def validate_upload_request(
    *,
    body: UploadInput,
) -> Operation[UploadValidationResponse]:
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

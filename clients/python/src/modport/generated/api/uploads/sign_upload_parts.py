from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.sign_upload_parts_input import SignUploadPartsInput
from ...models.signed_parts_response import SignedPartsResponse


def _parse(response: Reply) -> SignedPartsResponse:
    if 200 <= response.status_code <= 200:
        response_200 = SignedPartsResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def sign_upload_parts(
    upload_id: UUID,
    *,
    body: SignUploadPartsInput,
) -> Operation[SignedPartsResponse]:
    """Sign up to four parts

    Signs parts of a multipart upload: new ones, or parts whose response was lost or whose address
    expired. A session can have 4 parts in flight: signed parts that the store has not confirmed, until
    their addresses expire. Send the signed parts, then request the next ones. More parts return
    `rate_limited` with the `quota_bucket` `upload_parts`. Parts in flight can always be signed again.
    With a credential, `User-Agent` must name the client as `Name/Version (+web or e-mail address)`. A
    personal access token or an API key also requires `X-Service-Client` and `X-Service-Client-Version`.
    Otherwise the response is 400 `invalid_client_identity`.

    Args:
        upload_id (UUID):
        body (SignUploadPartsInput):
    """
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": "signUploadParts",
        "method": "POST",
        "path": "/uploads/{upload_id}/parts".format(
            upload_id=quote(str(upload_id), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

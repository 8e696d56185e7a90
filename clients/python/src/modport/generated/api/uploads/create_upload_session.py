from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.created_upload_session_response import CreatedUploadSessionResponse
from ...models.upload_input import UploadInput


def _parse(response: Reply) -> CreatedUploadSessionResponse:
    if 201 <= response.status_code <= 201:
        response_201 = CreatedUploadSessionResponse.from_dict(response.json())

        return response_201

    raise UnexpectedShape(f"status {response.status_code}")


def create_upload_session(
    *,
    body: UploadInput,
    idempotency_key: str,
) -> Operation[CreatedUploadSessionResponse]:
    """Reserve an upload

    Checks the declared file and signs the upload addresses: one PUT for a small file, the first parts
    of a large one. Send the bytes there with exactly the given headers, then complete the session.
    While the version is unpublished, you can reserve a file beside one that is `ready`, `failed` or
    `quarantined`; the new file replaces it when it becomes `ready`. An account can reserve 24 GiB
    within 24 hours. Beyond that, the response is `rate_limited` with the `quota_bucket` `upload_bytes`.
    A repeated request signs the parts in flight again, and first parts if there is room. If the
    credential is not allowed, the error names the reason: `insufficient_scope` the scope,
    `team_role_denied` and `resource_scope_denied` the mod. With a credential, `User-Agent` must name
    the client as `Name/Version (+web or e-mail address)`. A personal access token or an API key also
    requires `X-Service-Client` and `X-Service-Client-Version`. Otherwise the response is 400
    `invalid_client_identity`.

    Args:
        idempotency_key (str):
        body (UploadInput):
    """
    headers: dict[str, Any] = {}
    headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "createUploadSession",
        "method": "POST",
        "path": "/uploads",
        "takes_key": True,
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

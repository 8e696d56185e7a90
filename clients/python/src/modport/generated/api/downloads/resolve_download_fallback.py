from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.fallback_download_response import FallbackDownloadResponse
from ...models.resolve_download_fallback_input import ResolveDownloadFallbackInput


def _parse(response: Reply) -> FallbackDownloadResponse:
    if 200 <= response.status_code <= 200:
        response_200 = FallbackDownloadResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def resolve_download_fallback(
    artifact_id: UUID,
    *,
    body: ResolveDownloadFallbackInput,
) -> Operation[FallbackDownloadResponse]:
    """Continue a download from the fallback store

    Returns signed addresses of the same bytes in another store, for a started download that the first
    store does not deliver. They work until the grant of the download ends. Needs the
    `download_session_id` of the resolve response; its `fallback.available` says whether such a store
    exists. The store has its own ETags: send HEAD first, use the returned ETag in `If-Match`, and
    continue after the last byte that you have. When the grant has ended, resolve the download again.
    With a credential, `User-Agent` must name the client as `Name/Version (+web or e-mail address)`. A
    personal access token or an API key also requires `X-Service-Client` and `X-Service-Client-Version`.
    Otherwise the response is 400 `invalid_client_identity`.

    Args:
        artifact_id (UUID):
        body (ResolveDownloadFallbackInput):
    """
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": "resolveDownloadFallback",
        "method": "POST",
        "path": "/downloads/{artifact_id}/fallback".format(
            artifact_id=quote(str(artifact_id), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

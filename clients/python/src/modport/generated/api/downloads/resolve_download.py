from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.download_response import DownloadResponse
from ...models.resolve_download_input import ResolveDownloadInput
from ...types import UNSET, Unset


def _parse(response: Reply) -> DownloadResponse:
    if 200 <= response.status_code <= 200:
        response_200 = DownloadResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def resolve_download(
    artifact_id: UUID,
    *,
    body: None | ResolveDownloadInput | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Operation[DownloadResponse]:
    """Resolve a download

    Starts or continues the download of a file. Returns a lasting job with signed addresses for GET and
    HEAD that expire after a few minutes. Store the ids, never an address, and compare the SHA-256 of
    the whole file before you install it. For a file that another service hosts
    (`artifact.artifact_source` is `external_provider_reference`), the response has `transport` with the
    address at that service instead of a job, a grant and our addresses. When that address expires,
    resolve the download again. With a credential, `User-Agent` must name the client as `Name/Version
    (+web or e-mail address)`. A personal access token or an API key also requires `X-Service-Client`
    and `X-Service-Client-Version`. Otherwise the response is 400 `invalid_client_identity`.

    Args:
        artifact_id (UUID):
        idempotency_key (str | Unset):
        body (None | ResolveDownloadInput | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "resolveDownload",
        "method": "POST",
        "path": "/downloads/{artifact_id}/resolve".format(
            artifact_id=quote(str(artifact_id), safe=""),
        ),
        "takes_key": True,
    }

    if isinstance(body, ResolveDownloadInput):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.artifact_lookup_input import ArtifactLookupInput
from ...models.artifact_lookup_response import ArtifactLookupResponse


def _parse(response: Reply) -> ArtifactLookupResponse:
    if 200 <= response.status_code <= 200:
        response_200 = ArtifactLookupResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def lookup_artifacts(
    *,
    body: ArtifactLookupInput,
) -> Operation[ArtifactLookupResponse]:
    """Find files by their hashes

    Finds published files by up to 1,000 hashes and returns them with their mods and versions, in the
    order of the request. Hashes without a published file are omitted. Every caller gets the same
    result: what the public summary of a file shows. Several files may have the same bytes. At most five
    are returned, the earliest published first, and `has_more` says that there are more.

    Args:
        body (ArtifactLookupInput):
    """
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": "lookupArtifacts",
        "method": "POST",
        "path": "/beta/artifacts:lookup",
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

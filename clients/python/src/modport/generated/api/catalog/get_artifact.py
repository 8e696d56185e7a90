from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.artifact_summary_response import ArtifactSummaryResponse


def _parse(response: Reply) -> ArtifactSummaryResponse:
    if 200 <= response.status_code <= 200:
        response_200 = ArtifactSummaryResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def get_artifact(
    artifact_id: UUID,
) -> Operation[ArtifactSummaryResponse]:
    """Read the summary of a published file

    Returns what a mod manager shows and checks before it installs a file: game, mod, version, size and
    SHA-256. Fetch the bytes through `download.resolve_endpoint`.

    Args:
        artifact_id (UUID):
    """

    _kwargs: dict[str, Any] = {
        "operation": "getArtifact",
        "method": "GET",
        "path": "/artifacts/{artifact_id}".format(
            artifact_id=quote(str(artifact_id), safe=""),
        ),
    }
    return Operation(parse=_parse, **_kwargs)

from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.external_validation_response import ExternalValidationResponse


def _parse(response: Reply) -> ExternalValidationResponse:
    if 200 <= response.status_code <= 200:
        response_200 = ExternalValidationResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def get_external_artifact_validation_job(
    validation_job_id: UUID,
) -> Operation[ExternalValidationResponse]:
    """Read the state of an external file

    Returns the state of an external file to the team of the mod: `pending`, `processing`, then
    `verified`, or `rejected` or `failed` with the reason in `terminal_reason`. If the worker is
    disabled, the store or the antivirus is unavailable, or the provider asks to wait, the state stays
    and no attempt is counted. If the provider keeps asking to wait, the state becomes `failed` after
    one day at most.

    Args:
        validation_job_id (UUID):
    """

    _kwargs: dict[str, Any] = {
        "operation": "getExternalArtifactValidationJob",
        "method": "GET",
        "path": "/external-artifact-validation-jobs/{validation_job_id}".format(
            validation_job_id=quote(str(validation_job_id), safe=""),
        ),
    }
    return Operation(parse=_parse, **_kwargs)

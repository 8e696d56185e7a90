from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.external_artifact_input import ExternalArtifactInput
from ...models.external_artifact_response import ExternalArtifactResponse


def _parse(response: Reply) -> ExternalArtifactResponse:
    if 202 <= response.status_code <= 202:
        response_202 = ExternalArtifactResponse.from_dict(response.json())

        return response_202

    raise UnexpectedShape(f"status {response.status_code}")


def register_external_artifact(
    mod_id: UUID,
    version_id: UUID,
    *,
    body: ExternalArtifactInput,
    idempotency_key: str,
) -> Operation[ExternalArtifactResponse]:
    """Register a file that another service hosts

    Gives a version a file that GitHub, Modrinth, Hangar or Codeberg hosts. Name the file by the
    provider's ids, never by an address. The mod must be public. The server does not trust the declared
    values: it fetches the file, compares size and digests, and inspects it like an upload. Only then is
    the version `ready`. Poll `status_resource` until `state` is `verified`. `locator` has exactly the
    members of its provider: a tag, a branch, an address or any other member returns `locator_invalid`.
    A source can be registered once while its reference exists. If the feature or the provider is
    disabled, the response is `feature_disabled`. With a credential, `User-Agent` must name the client
    as `Name/Version (+web or e-mail address)`. A personal access token or an API key also requires
    `X-Service-Client` and `X-Service-Client-Version`. Otherwise the response is 400
    `invalid_client_identity`.

    Args:
        mod_id (UUID):
        version_id (UUID):
        idempotency_key (str):
        body (ExternalArtifactInput):
    """
    headers: dict[str, Any] = {}
    headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "registerExternalArtifact",
        "method": "POST",
        "path": "/mods/{mod_id}/versions/{version_id}/external-artifact".format(
            mod_id=quote(str(mod_id), safe=""),
            version_id=quote(str(version_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.api_key_capabilities_response import ApiKeyCapabilitiesResponse


def _parse(response: Reply) -> ApiKeyCapabilitiesResponse:
    if 200 <= response.status_code <= 200:
        response_200 = ApiKeyCapabilitiesResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def get_api_key_capabilities() -> Operation[ApiKeyCapabilitiesResponse]:
    """Read the options for a new key

    Returns the scopes that keys can have, whether this credential can pass them on now, the mods that
    you work on with your role, and the limits.

    """

    _kwargs: dict[str, Any] = {
        "operation": "getApiKeyCapabilities",
        "method": "GET",
        "path": "/api-keys/capabilities",
    }
    return Operation(parse=_parse, **_kwargs)

from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.profile_response import ProfileResponse
from ...models.update_profile_input import UpdateProfileInput
from ...types import UNSET, Unset


def _parse(response: Reply) -> ProfileResponse:
    if 200 <= response.status_code <= 200:
        response_200 = ProfileResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def update_my_profile(
    *,
    body: UpdateProfileInput,
    idempotency_key: str | Unset = UNSET,
) -> Operation[ProfileResponse]:
    """Change your profile

    Changes the members that you send and keeps the rest. The catalog shows a new name with all mods of
    the account a few seconds later. A credential that is limited to some mods is refused. With a
    credential, `User-Agent` must name the client as `Name/Version (+web or e-mail address)`. A personal
    access token or an API key also requires `X-Service-Client` and `X-Service-Client-Version`.
    Otherwise the response is 400 `invalid_client_identity`.

    Args:
        idempotency_key (str | Unset):
        body (UpdateProfileInput):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "updateMyProfile",
        "method": "PATCH",
        "path": "/me/profile",
        "takes_key": True,
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

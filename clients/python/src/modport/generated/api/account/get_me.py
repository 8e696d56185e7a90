from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.me_response import MeResponse


def _parse(response: Reply) -> MeResponse:
    if 200 <= response.status_code <= 200:
        response_200 = MeResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def get_me() -> Operation[MeResponse]:
    """Read your account and credential

    Returns the account and the presented credential. Any valid credential works. With neither
    `profile:read` nor `account:read`, the profile is null except for id and username. `access_revision`
    increases with every change of the account's access rights.

    """

    _kwargs: dict[str, Any] = {
        "operation": "getMe",
        "method": "GET",
        "path": "/me",
    }
    return Operation(parse=_parse, **_kwargs)

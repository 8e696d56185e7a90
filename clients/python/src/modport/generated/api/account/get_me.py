from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.get_me_response_200 import GetMeResponse200


def _parse(response: Reply) -> GetMeResponse200:
    if 200 <= response.status_code <= 200:
        response_200 = GetMeResponse200.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def get_me() -> Operation[GetMeResponse200]:
    """Read your account and credential

    Returns the account and the presented credential. Any valid credential works. Without `profile:read`
    and `account:read`, the profile is null except for id and username. `access_revision` increases with
    every change of the account's access rights.

    """

    _kwargs: dict[str, Any] = {
        "operation": "getMe",
        "method": "GET",
        "path": "/me",
    }
    return Operation(parse=_parse, **_kwargs)

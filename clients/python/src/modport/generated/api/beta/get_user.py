from typing import Any
from urllib.parse import quote

from ....operation import Operation, Reply, UnexpectedShape
from ...models.user_account_response import UserAccountResponse


def _parse(response: Reply) -> UserAccountResponse:
    if 200 <= response.status_code <= 200:
        response_200 = UserAccountResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def get_user(
    username: str,
) -> Operation[UserAccountResponse]:
    """Find an account by its username

    Returns the id, the display name and the profile of an account. `profile_url` is null if the profile
    is closed. Usernames are matched exactly, case included. An account that is blocked or deleted is
    `user_not_found`, as is an unknown one.

    Args:
        username (str):
    """

    _kwargs: dict[str, Any] = {
        "operation": "getUser",
        "method": "GET",
        "path": "/beta/users/{username}".format(
            username=quote(str(username), safe=""),
        ),
    }
    return Operation(parse=_parse, **_kwargs)

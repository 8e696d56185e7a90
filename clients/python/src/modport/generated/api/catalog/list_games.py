from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.game_page import GamePage
from ...types import UNSET, Unset


def _parse(response: Reply) -> GamePage:
    if 200 <= response.status_code <= 200:
        response_200 = GamePage.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def list_games(
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 25,
    if_none_match: str | Unset = UNSET,
) -> Operation[GamePage]:
    """List games

    Lists all games, oldest first. Use a game's `slug` to filter every other list.

    Args:
        cursor (str | Unset):
        limit (int | Unset):  Default: 25.
        if_none_match (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": "listGames",
        "method": "GET",
        "path": "/games",
        "params": params,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

from typing import Any
from urllib.parse import quote

from ....operation import Operation, Reply, UnexpectedShape
from ...models.game_response import GameResponse
from ...types import UNSET, Unset


def _parse(response: Reply) -> GameResponse:
    if 200 <= response.status_code <= 200:
        response_200 = GameResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def get_game(
    game_slug: str,
    *,
    if_none_match: str | Unset = UNSET,
) -> Operation[GameResponse]:
    """Read a game

    Returns a game with its loaders, versions and platforms. Versions and install plans use these keys.

    Args:
        game_slug (str):
        if_none_match (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    _kwargs: dict[str, Any] = {
        "operation": "getGame",
        "method": "GET",
        "path": "/games/{game_slug}".format(
            game_slug=quote(str(game_slug), safe=""),
        ),
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

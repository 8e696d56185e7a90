from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.suggestions_response import SuggestionsResponse
from ...types import UNSET, Unset


def _parse(response: Reply) -> SuggestionsResponse:
    if 200 <= response.status_code <= 200:
        response_200 = SuggestionsResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def suggest(
    *,
    q: str,
    game_slug: str | Unset = UNSET,
    limit: int | Unset = 5,
    if_none_match: str | Unset = UNSET,
) -> Operation[SuggestionsResponse]:
    """Suggest mods, authors and categories

    Completes a text while a user types it. Mods match by their title, as in a search whose last word
    may be incomplete. Authors match by the beginning of their username or display name; they have an
    open profile and a published mod. Categories match by the beginning of their name or slug. `limit`
    applies to each of the three lists.

    Args:
        q (str):
        game_slug (str | Unset):
        limit (int | Unset):  Default: 5.
        if_none_match (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    params: dict[str, Any] = {}

    params["q"] = q

    params["game_slug"] = game_slug

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": "suggest",
        "method": "GET",
        "path": "/beta/suggest",
        "params": params,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.found_mod_page import FoundModPage
from ...models.mod_sort_input import ModSortInput
from ...types import UNSET, Unset


def _parse(response: Reply) -> FoundModPage:
    if 200 <= response.status_code <= 200:
        response_200 = FoundModPage.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def search_catalog(
    *,
    game_slug: str | Unset = UNSET,
    game_version: str | Unset = UNSET,
    loader: str | Unset = UNSET,
    category: str | Unset = UNSET,
    author: str | Unset = UNSET,
    q: str,
    sort: ModSortInput | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 25,
    if_none_match: str | Unset = UNSET,
) -> Operation[FoundModPage]:
    """Search published mods

    Finds mods by words in English, German and Russian, and tolerates typing errors. Needs `q`. Each mod
    comes with its score and the fields that matched.

    Args:
        game_slug (str | Unset):
        game_version (str | Unset):
        loader (str | Unset):
        category (str | Unset):
        author (str | Unset):
        q (str):
        sort (ModSortInput | Unset):
        cursor (str | Unset):
        limit (int | Unset):  Default: 25.
        if_none_match (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    params: dict[str, Any] = {}

    params["game_slug"] = game_slug

    params["game_version"] = game_version

    params["loader"] = loader

    params["category"] = category

    params["author"] = author

    params["q"] = q

    json_sort: str | Unset = UNSET
    if not isinstance(sort, Unset):
        json_sort = sort

    params["sort"] = json_sort

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": "searchCatalog",
        "method": "GET",
        "path": "/search",
        "params": params,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

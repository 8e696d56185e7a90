from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.mod_sort_input import ModSortInput
from ...models.search_facets_response import SearchFacetsResponse
from ...types import UNSET, Unset


def _parse(response: Reply) -> SearchFacetsResponse:
    if 200 <= response.status_code <= 200:
        response_200 = SearchFacetsResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def search_facets(
    *,
    game_slug: str | Unset = UNSET,
    game_version: str | Unset = UNSET,
    loader: str | Unset = UNSET,
    category: str | Unset = UNSET,
    author: str | Unset = UNSET,
    q: str | Unset = UNSET,
    sort: ModSortInput | Unset = UNSET,
    if_none_match: str | Unset = UNSET,
) -> Operation[SearchFacetsResponse]:
    """Count mods by filter values

    Counts the mods that `GET /search` finds with the same parameters, by game, category, loader and
    game version. Without `q`, counts the mods that `GET /mods` lists. Each list has the 50 most
    frequent values. Use a value as the filter of the same name. Mods that fit any loader or any game
    version are in `total`, but not in those lists. If `complete` is false, more mods match than were
    counted, and the numbers are lower bounds.

    Args:
        game_slug (str | Unset):
        game_version (str | Unset):
        loader (str | Unset):
        category (str | Unset):
        author (str | Unset):
        q (str | Unset):
        sort (ModSortInput | Unset):
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

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": "searchFacets",
        "method": "GET",
        "path": "/beta/search/facets",
        "params": params,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

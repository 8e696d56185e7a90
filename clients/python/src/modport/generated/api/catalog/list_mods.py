from typing import Any
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.mod_page import ModPage
from ...models.mod_sort_input import ModSortInput
from ...types import UNSET, Unset


def _parse(response: Reply) -> ModPage:
    if 200 <= response.status_code <= 200:
        response_200 = ModPage.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def list_mods(
    *,
    game_slug: str | Unset = UNSET,
    game_version: str | Unset = UNSET,
    loader: str | Unset = UNSET,
    category: str | Unset = UNSET,
    author: str | Unset = UNSET,
    q: str | Unset = UNSET,
    sort: ModSortInput | Unset = UNSET,
    ids: list[UUID] | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 25,
    if_none_match: str | Unset = UNSET,
) -> Operation[ModPage]:
    """List published mods

    Lists all public mods, filtered and ordered by the parameters. A new publication is listed as soon
    as its response arrives. `game_version` and `loader` must match the same version; a version without
    game versions or without loaders matches any. With `ids`, the list contains exactly those mods.

    Args:
        game_slug (str | Unset):
        game_version (str | Unset):
        loader (str | Unset):
        category (str | Unset):
        author (str | Unset):
        q (str | Unset):
        sort (ModSortInput | Unset):
        ids (list[UUID] | Unset):
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

    json_ids: list[str] | Unset = UNSET
    if not isinstance(ids, Unset):
        json_ids = []
        for ids_item_data in ids:
            ids_item = str(ids_item_data)
            json_ids.append(ids_item)

    params["ids"] = json_ids

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": "listMods",
        "method": "GET",
        "path": "/mods",
        "params": params,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

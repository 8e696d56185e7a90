from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.category_page import CategoryPage
from ...types import UNSET, Unset


def _parse(response: Reply) -> CategoryPage:
    if 200 <= response.status_code <= 200:
        response_200 = CategoryPage.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def list_catalog_categories(
    *,
    game_slug: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 25,
    if_none_match: str | Unset = UNSET,
) -> Operation[CategoryPage]:
    """List categories

    Lists the categories of one game or of all games. Lists of mods accept their `slug` as a filter.

    Args:
        game_slug (str | Unset):
        cursor (str | Unset):
        limit (int | Unset):  Default: 25.
        if_none_match (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(if_none_match, Unset):
        headers["If-None-Match"] = if_none_match

    params: dict[str, Any] = {}

    params["game_slug"] = game_slug

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": "listCatalogCategories",
        "method": "GET",
        "path": "/categories",
        "params": params,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

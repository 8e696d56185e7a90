"""The operations with the tag ``catalog``."""

from typing import TYPE_CHECKING

from ...._lazy import lazy

if TYPE_CHECKING:
    from .get_artifact import get_artifact
    from .get_game import get_game
    from .get_mod import get_mod
    from .get_mod_version import get_mod_version
    from .list_catalog_categories import list_catalog_categories
    from .list_games import list_games
    from .list_mod_dependencies import list_mod_dependencies
    from .list_mod_versions import list_mod_versions
    from .list_mods import list_mods
    from .search_catalog import search_catalog
else:
    __getattr__ = lazy(
        __name__,
        {
            "get_artifact": ".get_artifact",
            "get_game": ".get_game",
            "get_mod": ".get_mod",
            "get_mod_version": ".get_mod_version",
            "list_catalog_categories": ".list_catalog_categories",
            "list_games": ".list_games",
            "list_mod_dependencies": ".list_mod_dependencies",
            "list_mods": ".list_mods",
            "list_mod_versions": ".list_mod_versions",
            "search_catalog": ".search_catalog",
        },
    )

__all__ = (
    "get_artifact",
    "get_game",
    "get_mod",
    "get_mod_version",
    "list_catalog_categories",
    "list_games",
    "list_mod_dependencies",
    "list_mod_versions",
    "list_mods",
    "search_catalog",
)

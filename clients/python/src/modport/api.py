"""The operations of the API, in a module for each tag, and their models.

A function makes an operation; ``Client.send`` sends it::

    from modport import api
    page = client.send(api.catalog.list_mods(game_slug="minecraft"))
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .generated import models
    from .generated.api import (
        account,
        agent,
        beta,
        catalog,
        credentials,
        downloads,
        publishing,
        uploads,
        webhooks,
    )
else:
    from importlib import import_module

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        folder = "generated" if name == "models" else "generated.api"
        return import_module(f".{folder}.{name}", __package__)


__all__ = [
    "account",
    "agent",
    "beta",
    "catalog",
    "credentials",
    "downloads",
    "models",
    "publishing",
    "uploads",
    "webhooks",
]

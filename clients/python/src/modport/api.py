"""The operations of the API, in a module for each tag, and their models.

A function makes an operation; ``Client.send`` sends it::

    from modport import api
    page = client.send(api.catalog.list_mods(game_slug="minecraft"))
"""

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

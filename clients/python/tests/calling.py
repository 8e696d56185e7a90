"""Helpers of the tests of one call."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from hostile import Hostile, response
from service import problem

from modport import api

MOD = UUID("01980000-0000-7000-8000-000000000001")
GAMES = api.catalog.list_games()
EMPTY: dict[str, Any] = {
    "data": [],
    "pagination": {"next_cursor": None, "has_more": False, "limit": 25},
}


def answers(server: Hostile, *bodies: bytes) -> None:
    """Answer the requests one after another, and all later ones with the last body."""
    left = list(bodies)
    server.handler = lambda _: left.pop(0) if len(left) > 1 else left[0]


def problem_bytes(status: int, code: str, **members: Any) -> bytes:
    """Return a response with a problem document."""
    fault = problem(status, code, **members)
    return response(status, fault["body"].encode(), content_type=fault["type"])

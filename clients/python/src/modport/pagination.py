"""Walks the pages of a list."""

from __future__ import annotations

from typing import TypeVar

from .operation import Operation, Page

P = TypeVar("P", bound=Page[object])


class Walk:
    """Decides where a list continues. A cursor that repeats ends the walk."""

    def __init__(self) -> None:
        """Begin before the first page."""
        self._seen: set[str] = set()

    def following(self, operation: Operation[P], page: P) -> Operation[P] | None:
        """Return the call for the next page, or None after the last."""
        cursor = page.pagination.next_cursor
        if not cursor or cursor in self._seen:
            return None
        self._seen.add(cursor)
        return operation.with_cursor(cursor)

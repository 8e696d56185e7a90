"""Where the transport gets its bearer token."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from ._effects import Flow, run

_BEARER = re.compile(r"[A-Za-z0-9._~+/-]+=*")

TokenProvider: TypeAlias = Callable[[], str | Awaitable[str | None] | None]
"""Returns the current token. It is asked before each request, and again after a 401."""


class TokenSource(Protocol):
    """A token that may be renewed."""

    def current(self) -> Flow[str | None]:
        """Return the token for a request, or None for an anonymous one."""
        ...

    def renewed(self, rejected: str) -> Flow[str | None]:
        """Return another token after the service rejected one, or None."""
        ...


class FixedToken:
    """A personal access token or an API key."""

    def __init__(self, token: str | None) -> None:
        """None makes anonymous requests."""
        self._token = None if token is None else checked(token)

    def current(self) -> Flow[str | None]:
        """Return the token."""
        yield from ()
        return self._token

    def renewed(self, rejected: str) -> Flow[str | None]:  # noqa: ARG002 - of the protocol
        """Return None: there is no other one."""
        yield from ()
        return None


class ProvidedToken:
    """A token that a function of the caller returns."""

    def __init__(self, provider: TokenProvider) -> None:
        """The function may be asynchronous in an asynchronous client."""
        self._provider = provider

    def current(self) -> Flow[str | None]:
        """Ask the function."""
        token = yield from run(self._provider)
        return checked(token) if isinstance(token, str) else None

    def renewed(self, rejected: str) -> Flow[str | None]:
        """Ask the function again."""
        token = yield from self.current()
        return None if token == rejected else token


def checked(token: str) -> str:
    """Return the token. Raises ValueError, without the token, if no header can carry it."""
    if not _BEARER.fullmatch(token):
        raise ValueError("not a bearer token")
    return token

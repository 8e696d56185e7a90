"""What the synchronous and the asynchronous client have in common: building flows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

import httpx

from ._calls import Settings, base_url, call
from ._effects import Flow, Timeouts
from .identity import Identity
from .operation import Operation
from .retries import RetryPolicy
from .signin.session import SignedIn
from .tokens import FixedToken, ProvidedToken, TokenProvider, TokenSource

T = TypeVar("T")

DEFAULT_RETRIES = RetryPolicy()
DEFAULT_TIMEOUTS = Timeouts()

Token = str | TokenProvider | TokenSource | None


def settings_of(
    url: str,
    *,
    identity: Identity,
    token: Token,
    retries: RetryPolicy,
    timeouts: Timeouts,
    changes: Mapping[str, Any],
) -> Settings:
    """Check the options of a client. Raises ValueError."""
    tokens = _source(token)
    if isinstance(tokens, SignedIn):
        identity = replace(identity, client_id=tokens.client_id)
    address = base_url(url, has_token=token is not None)
    return Settings(address, identity, tokens, retries, timeouts, **changes)


def _source(token: Token) -> TokenSource:
    if token is None or isinstance(token, str):
        return FixedToken(token)
    return ProvidedToken(token) if callable(token) else token


def limits() -> httpx.Limits:
    """Return the limits of the connections of a client."""
    return httpx.Limits(max_connections=32, max_keepalive_connections=8)


def value(settings: Settings, operation: Operation[T]) -> Flow[T]:
    """Call an operation and return only its value."""
    return (yield from call(settings, operation)).value

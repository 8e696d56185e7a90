"""The flow of one call of the API: identity, token, retries and errors."""

from __future__ import annotations

import ipaddress
import json
import random
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import urlsplit

import httpx

from ._effects import Flow, Request, Timeouts, send, sleep
from .cancellation import CancelToken
from .errors import NotModified, ProblemError, TransportError
from .identity import Identity
from .operation import UNSET, Operation, Reply, Response
from .problems import problem_of, unexpected
from .retries import RetryPolicy
from .tokens import TokenSource

T = TypeVar("T")

_OK = range(200, 300)
_NOT_MODIFIED = 304
_UNAUTHORIZED = 401

# These change nothing, or the same thing again, and the service takes no key for them.
_REPEATABLE = frozenset(
    {
        "resolveInstallPlan",
        "resolveDownloadFallback",
        "validateUploadRequest",
        "signUploadParts",
        "lookupArtifacts",
        "checkUpdates",
    }
)


@dataclass(frozen=True)
class Settings:
    """What every call of a client has in common."""

    base_url: str
    identity: Identity
    tokens: TokenSource = field(repr=False)
    retries: RetryPolicy
    timeouts: Timeouts
    now: Callable[[], float] = time.time
    monotonic: Callable[[], float] = time.monotonic
    random: Callable[[], float] = random.random

    @property
    def is_secure(self) -> bool:
        """Whether the service is reached by https."""
        return urlsplit(self.base_url).scheme == "https"


def base_url(text: str, *, has_token: bool) -> str:
    """Return the base URL without a slash at its end.

    Raises ValueError for an address that is none, or that would carry a token over plain http to
    another machine.
    """
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username is not None:
        raise ValueError(f"not a base URL: {text!r}")
    if parts.query or parts.fragment:
        raise ValueError("a base URL has no query and no fragment")
    if has_token and parts.scheme == "http" and not is_loopback(parts.hostname):
        raise ValueError("a token needs https")
    return text.rstrip("/")


def is_loopback(host: str) -> bool:
    """Whether a host name is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def idempotency_key() -> str:
    """Make a key for one logical write. Keep it for the repetitions of that write."""
    return str(uuid.uuid4())


def call(
    settings: Settings,
    operation: Operation[T],
    *,
    cancel: CancelToken | None = None,
    final: frozenset[str] = frozenset(),
) -> Flow[Response[T]]:
    """Call an operation, with retries if they are safe. ``final`` are codes without a retry.

    Raises ProblemError for an error response, NotModified for 304, and TransportError if no
    response arrives.
    """
    keyed = operation.with_key(idempotency_key()) if operation.takes_key else operation
    is_repeatable = keyed.is_repeatable or keyed.operation in _REPEATABLE
    attempt = 1
    while True:
        try:
            reply = yield from _authorized(settings, keyed)
            return _response(settings, keyed, reply)
        except (ProblemError, TransportError) as error:
            wait = settings.retries.wait_seconds(
                attempt, error, is_repeatable=is_repeatable, random=settings.random
            )
            if wait is None or (isinstance(error, ProblemError) and error.code in final):
                raise
        attempt += 1
        yield from sleep(wait, cancel)


def _authorized(settings: Settings, operation: Operation[object]) -> Flow[Reply]:
    """Send once, and once more with a renewed token after a 401."""
    token = yield from settings.tokens.current()
    reply = yield from send(_request(settings, operation, token))
    if reply.status_code != _UNAUTHORIZED or token is None:
        return reply
    renewed = yield from settings.tokens.renewed(token)
    if renewed is None:
        return reply
    return (yield from send(_request(settings, operation, renewed)))


def _request(settings: Settings, operation: Operation[object], token: str | None) -> Request:
    headers = {
        **settings.identity.headers,
        "Accept": "application/json",
        "Accept-Encoding": "gzip",
        **operation.headers,
    }
    content = None
    if operation.json is not UNSET:
        content = json.dumps(operation.json, ensure_ascii=False, allow_nan=False).encode()
        headers["Content-Type"] = "application/json"
    elif operation.files is not None:
        # httpx sets the boundary.
        headers.pop("Content-Type", None)
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    return Request(
        method=operation.method,
        url=_url(settings, operation),
        headers=headers,
        content=content,
        files=operation.files,
        data=operation.data,
        timeouts=settings.timeouts,
    )


def _url(settings: Settings, operation: Operation[object]) -> str:
    if any(it in {"", ".", ".."} for it in operation.path.split("/")[1:]):
        raise ValueError(f"not a path: {operation.path!r}")
    query = str(httpx.QueryParams(dict(operation.params)))
    return f"{settings.base_url}{operation.path}" + (f"?{query}" if query else "")


def _response(settings: Settings, operation: Operation[T], reply: Reply) -> Response[T]:
    if reply.status_code == _NOT_MODIFIED:
        raise NotModified(operation.path)
    if reply.status_code not in _OK:
        raise problem_of(reply, settings.now())
    try:
        value = operation.parse(reply)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise unexpected(reply, error) from error
    return Response(reply.status_code, reply.headers, value)

"""Builds requests of httpx, and turns its errors into those of the client."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx

from ._effects import Request, Timeouts
from .errors import TransportError

_NOT_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)


class _QuietURL(httpx.URL):
    """httpx logs the address of each request. A query may contain a secret."""

    def __str__(self) -> str:
        """Return the address without its query."""
        return super().__str__().partition("?")[0]


class _SignedURL(httpx.URL):
    """A signed address is a secret, also its path."""

    def __str__(self) -> str:
        """Return only the origin."""
        return f"{self.scheme}://{self.netloc.decode('ascii')}/..."


def cookie_jar() -> CookieJar:
    """Return a jar that keeps nothing: no store and no service gets a cookie."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))


def prepare(request: Request) -> httpx.Request:
    """Build a request that has none of the defaults of an ``httpx`` client.

    So a client that the caller configured with credentials sends them to no store. Raises
    TransportError for an address that is no web address.
    """
    try:
        url = (_SignedURL if request.is_signed else _QuietURL)(request.url)
        if url.scheme not in {"http", "https"} or not url.host or url.userinfo:
            raise TransportError("refused an address that is no web address", is_sent=False)
        prepared = httpx.Request(
            request.method,
            url,
            headers={"Accept-Encoding": "identity", **request.headers},
            content=request.content,
            data=request.data,
            files=request.files,
            extensions={"timeout": _timeout(request.timeouts)},
        )
    except (httpx.InvalidURL, ValueError, TypeError) as error:
        raise TransportError(f"no valid request: {type(error).__name__}", is_sent=False) from None
    prepared.url = url
    return prepared


def _timeout(timeouts: Timeouts) -> dict[str, float | None]:
    pool = timeouts.connect + timeouts.read
    return httpx.Timeout(
        connect=timeouts.connect, read=timeouts.read, write=timeouts.write, pool=pool
    ).as_dict()


@contextmanager
def translated(method: str) -> Iterator[None]:
    """Raise TransportError for what httpx raises. The text contains no address."""
    try:
        yield
    except httpx.InvalidURL:
        raise TransportError(f"{method}: not a valid address", is_sent=False) from None
    except httpx.HTTPError as error:
        is_sent = not isinstance(error, _NOT_SENT)
        message = f"{method}: {type(error).__name__}: {error}".rstrip(": ")
        raise TransportError(message, is_sent=is_sent) from error


def too_large(limit: int) -> TransportError:
    """Return the error for a body that is longer than any real one."""
    return TransportError(f"the response is larger than {limit} bytes")


def too_slow(seconds: float) -> TransportError:
    """Return the error for a response that takes too long as a whole."""
    return TransportError(f"the response took more than {seconds:g} seconds")

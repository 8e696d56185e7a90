"""The endpoints of OAuth: their addresses, and requests to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from .. import _wire as wire
from .._calls import Settings, is_loopback
from .._effects import Flow, Request, send, sleep
from ..cancellation import CancelToken
from ..errors import ProblemError, SignInError, TransportError
from ..operation import Reply, UnexpectedShape
from ..problems import problem_of

_LIMIT = 1024 * 1024
_OK = 200
_OAUTH_CODE_LENGTH = 100


class Refused(SignInError):  # noqa: N818 - it is a response
    """An error response of an OAuth endpoint."""

    def __init__(self, code: str, message: str, status: int, data: Mapping[str, Any]) -> None:
        """``data`` is the parsed body."""
        super().__init__(code, message)
        self.status = status
        self.data = data


@dataclass(frozen=True)
class Endpoints:
    """The addresses of the metadata (RFC 8414)."""

    issuer: str
    authorization: str
    token: str
    device: str
    revocation: str
    keys: str | None


def issuer_of(base_url: str) -> str:
    """Return the origin of the service. Raises SignInError for plain http to another machine."""
    parts = urlsplit(base_url)
    if parts.scheme != "https" and not is_loopback(parts.hostname or ""):
        raise SignInError("insecure_service", "a sign-in needs https")
    return f"{parts.scheme}://{parts.netloc}"


def discover(settings: Settings, cancel: CancelToken | None = None) -> Flow[Endpoints]:
    """Read the metadata. All addresses must be of the service itself."""
    issuer = issuer_of(settings.base_url)
    url = f"{issuer}/.well-known/oauth-authorization-server"
    data, _ = yield from read_dated(settings, url, cancel)
    try:
        if wire.text(data, "issuer") != issuer:
            raise SignInError("issuer_mismatch", "the metadata names another issuer")
        keys = wire.optional_text(data, "jwks_uri")
        return Endpoints(
            issuer=issuer,
            authorization=_own(issuer, wire.text(data, "authorization_endpoint")),
            token=_own(issuer, wire.text(data, "token_endpoint")),
            device=_own(issuer, wire.text(data, "device_authorization_endpoint")),
            revocation=_own(issuer, wire.text(data, "revocation_endpoint")),
            keys=_own(issuer, keys) if keys else None,
        )
    except ValueError as error:
        raise SignInError("invalid_metadata", str(error)) from None


def _own(issuer: str, url: str) -> str:
    parts = urlsplit(url)
    if f"{parts.scheme}://{parts.netloc}" != issuer:
        raise SignInError("foreign_endpoint", "the metadata names another host")
    return url


def read_dated(
    settings: Settings, url: str, cancel: CancelToken | None
) -> Flow[tuple[Mapping[str, Any], float]]:
    """Read a public document, and the time of the service in seconds since 1970, with retries."""
    attempt = 1
    while True:
        reply: Reply | None = None
        error: ProblemError | TransportError
        try:
            reply = yield from send(_request(settings, "GET", url), _LIMIT)
        except TransportError as cut:
            error = cut
        else:
            if reply.status_code == _OK:
                sent = wire.http_date(reply.headers.get("date"))
                return _object(reply), settings.now() if sent is None else sent
            error = problem_of(reply, settings.now())
        wait = settings.retries.wait_seconds(
            attempt, error, is_repeatable=True, random=settings.random
        )
        if wait is None:
            raise error if reply is None else _refusal(reply)
        attempt += 1
        yield from sleep(wait, cancel)


def post(settings: Settings, url: str, form: Mapping[str, str]) -> Flow[Mapping[str, Any]]:
    """Send a form once, because a code or a refresh token works once.

    Raises Refused for an error response, and TransportError.
    """
    content = urlencode(form).encode()
    reply = yield from send(_request(settings, "POST", url, content), _LIMIT)
    if reply.status_code != _OK:
        raise _refusal(reply)
    return _object(reply)


def revoke(settings: Settings, url: str, client_id: str, token: str) -> Flow[None]:
    """Revoke a token with its whole family."""
    content = urlencode({"client_id": client_id, "token": token}).encode()
    reply = yield from send(_request(settings, "POST", url, content), _LIMIT)
    if reply.status_code not in range(200, 300):
        raise _refusal(reply)


def _request(settings: Settings, method: str, url: str, content: bytes | None = None) -> Request:
    headers = {"User-Agent": settings.identity.user_agent, "Accept": "application/json"}
    if content is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    return Request(
        method=method, url=url, headers=headers, content=content, timeouts=settings.timeouts
    )


def _object(reply: Reply) -> Mapping[str, Any]:
    try:
        return wire.mapping(reply.json(), "the response")
    except (ValueError, RecursionError):
        raise SignInError("invalid_response", "the service sent no JSON object") from None


def _refusal(reply: Reply) -> Refused:
    try:
        data = wire.mapping(reply.json(), "the response")
        code = wire.text(data, "error")[:_OAUTH_CODE_LENGTH]
        message = str(data.get("error_description") or "")
    except (UnexpectedShape, ValueError, RecursionError):
        return Refused("server_error", f"status {reply.status_code}", reply.status_code, {})
    return Refused(code, message, reply.status_code, data)

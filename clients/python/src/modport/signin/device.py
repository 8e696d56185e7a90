"""The device flow, for programs without a browser (RFC 8628)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from .. import _wire as wire
from .._calls import Settings
from .._effects import Flow, run, sleep
from ..cancellation import CancelToken
from ..errors import SignInError, TransportError
from .endpoints import Endpoints, Refused, post

_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
_SLOWER_SECONDS = 5
_LONGEST_INTERVAL_SECONDS = 60
_LONGEST_LIFETIME_SECONDS = 1800
_START_AGAIN = "the code was used or is no longer valid; start the sign-in again"
_TEMPORARY = frozenset({429, 500, 502, 503, 504})


@dataclass(frozen=True)
class DeviceCode:
    """What to show to the user."""

    user_code: str
    verification_uri: str
    verification_uri_complete: str | None
    """The same address with the code in it, for a QR code."""
    expires_in: int
    interval: int
    device_code: str = field(repr=False)


def start(settings: Settings, endpoints: Endpoints, client_id: str, scope: str) -> Flow[DeviceCode]:
    """Ask for a code. Raises SignInError."""
    form = {"client_id": client_id, "scope": scope}
    data = yield from post(settings, endpoints.device, form)
    try:
        return _code(data)
    except ValueError as error:
        raise SignInError("invalid_response", str(error)) from None


def _code(data: Mapping[str, Any]) -> DeviceCode:
    uri = wire.text(data, "verification_uri")
    complete = wire.optional_text(data, "verification_uri_complete")
    for address in (uri, complete or uri):
        # The program may open it, so it must be a web address.
        if urlsplit(address).scheme not in {"http", "https"}:
            raise SignInError("invalid_response", "verification_uri is not a web address")
    interval = wire.number(data, "interval") if "interval" in data else _SLOWER_SECONDS
    return DeviceCode(
        user_code=wire.text(data, "user_code"),
        verification_uri=uri,
        verification_uri_complete=complete,
        expires_in=min(wire.number(data, "expires_in"), _LONGEST_LIFETIME_SECONDS),
        interval=min(max(interval, 1), _LONGEST_INTERVAL_SECONDS),
        device_code=wire.text(data, "device_code"),
    )


def wait(
    settings: Settings,
    endpoints: Endpoints,
    client_id: str,
    code: DeviceCode,
    show: Callable[[DeviceCode], object],
    cancel: CancelToken | None,
) -> Flow[Mapping[str, Any]]:
    """Show the code and poll until the user decides. Returns the response with the tokens.

    Raises SignInError with ``access_denied``, ``expired_token``, or ``invalid_grant`` if the
    response with the tokens was lost; and Cancelled.
    """
    yield from run(lambda: show(code))
    form = {"grant_type": _GRANT, "client_id": client_id, "device_code": code.device_code}
    started, interval = settings.monotonic(), float(code.interval)
    while settings.monotonic() - started < code.expires_in:
        yield from sleep(interval, cancel)
        try:
            return (yield from post(settings, endpoints.token, form))
        except Refused as error:
            interval = next_interval(error, interval)
        except TransportError:
            # RFC 8628 3.5: back off after a timeout.
            interval = min(interval * 2, _LONGEST_INTERVAL_SECONDS)
    raise SignInError("expired_token", "the code expired before the user decided")


def next_interval(error: Refused, interval: float) -> float:
    """Return the pause before the next poll. Raises the error if it is final."""
    if error.code == "authorization_pending":
        return interval
    if error.code == "invalid_grant":
        # A code works once, so the poll after a lost response with tokens is refused.
        raise SignInError(error.code, _START_AGAIN) from error
    if error.code != "slow_down" and error.status not in _TEMPORARY:
        raise error
    asked = error.data.get("retry_after_seconds")
    stated = asked if isinstance(asked, int) and not isinstance(asked, bool) else 0
    return min(max(interval + _SLOWER_SECONDS, stated), _LONGEST_INTERVAL_SECONDS)

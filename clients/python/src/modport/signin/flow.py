"""The flows of a sign-in and a sign-out."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from .._calls import Settings
from .._effects import Flow, reverting, run
from ..cancellation import CancelToken
from ..errors import SignInError, TransportError
from . import device, pkce
from .endpoints import Endpoints, discover, issuer_of, post, read_dated, revoke
from .id_token import validated
from .loopback import LoopbackServer
from .session import SignedIn, locked
from .store import TokenStore
from .tokens import Tokens, from_response

BROWSER_SECONDS = 300.0


def open_in_browser(url: str) -> None:
    """Open an address in the default browser."""
    webbrowser.open(url)


def restore(settings: Settings, client_id: str, store: TokenStore) -> Flow[SignedIn | None]:
    """Return the user of a former sign-in to this service, or None."""
    tokens: Tokens | None = yield from run(store.load)
    if tokens is None or not tokens.are_of(issuer_of(settings.base_url), client_id):
        return None
    endpoints = yield from discover(settings)
    return SignedIn(settings, endpoints, client_id, store)


def by_browser(
    settings: Settings,
    client_id: str,
    store: TokenStore,
    scopes: Sequence[str],
    *,
    open_url: Callable[[str], object] = open_in_browser,
    seconds: float = BROWSER_SECONDS,
    cancel: CancelToken | None = None,
) -> Flow[SignedIn]:
    """Sign in with the browser of this machine."""
    endpoints = yield from discover(settings, cancel)
    attempt = pkce.Attempt()
    # The port closes after the first response, also if that one is refused.
    with LoopbackServer() as server:
        uri = server.redirect_uri
        url = pkce.authorization_url(endpoints, client_id, uri, list(scopes), attempt)
        yield from run(lambda: open_url(url))
        query: str = yield from run(lambda: server.wait(seconds, cancel))
    code = pkce.code_of(query, endpoints, attempt)
    form = pkce.exchange_form(client_id, uri, code, attempt)
    data = yield from post(settings, endpoints.token, form)
    nonce = attempt.nonce if "openid" in scopes else None
    return (yield from _signed_in(settings, endpoints, client_id, store, data, nonce, cancel))


def by_device(
    settings: Settings,
    client_id: str,
    store: TokenStore,
    scopes: Sequence[str],
    show: Callable[[device.DeviceCode], object],
    *,
    cancel: CancelToken | None = None,
) -> Flow[SignedIn]:
    """Sign in with the browser of another device."""
    endpoints = yield from discover(settings, cancel)
    code = yield from device.start(settings, endpoints, client_id, " ".join(scopes))
    data = yield from device.wait(settings, endpoints, client_id, code, show, cancel)
    return (yield from _signed_in(settings, endpoints, client_id, store, data, None, cancel))


def sign_out(settings: Settings, client_id: str, store: TokenStore) -> Flow[None]:
    """Revoke the tokens and remove them. They are removed even if the service fails.

    They are revoked even if the store fails to remove them, which it then raises.

    Tokens of another application or service stay, and reach no other service.
    """
    issuer = issuer_of(settings.base_url)
    failure: Exception | None = None
    yield from locked(store)
    try:
        tokens: Tokens | None = yield from run(store.load)
        if tokens is not None and not tokens.are_of(issuer, client_id):
            return
        try:
            yield from run(store.clear)
        except Exception as error:  # noqa: BLE001 (raised later)
            failure = error
    finally:
        store.release()
    try:
        if tokens is not None:
            endpoints = yield from discover(settings)
            token = tokens.refresh_token or tokens.access_token
            yield from revoke(settings, endpoints.revocation, client_id, token)
    except Exception:
        if failure is None:
            raise
    # The user seems signed in, so this is the failure to report. A cancellation stays one.
    if failure is not None:
        raise failure


def _signed_in(
    settings: Settings,
    endpoints: Endpoints,
    client_id: str,
    store: TokenStore,
    data: Mapping[str, Any],
    nonce: str | None,
    cancel: CancelToken | None,
) -> Flow[SignedIn]:
    try:
        tokens, id_token = from_response(data, settings.now(), endpoints.issuer, client_id)
    except ValueError as error:
        raise SignInError("invalid_response", str(error)) from None
    claims = yield from reverting(
        _claims(settings, endpoints, client_id, id_token, nonce, cancel),
        _discard(settings, endpoints, client_id, tokens),
    )
    yield from locked(store)
    try:
        yield from run(lambda: store.save(tokens))
    finally:
        store.release()
    return SignedIn(settings, endpoints, client_id, store, claims)


def _discard(
    settings: Settings, endpoints: Endpoints, client_id: str, tokens: Tokens
) -> Flow[None]:
    token = tokens.refresh_token or tokens.access_token
    # The failed check is the error to report.
    with suppress(SignInError, TransportError):
        yield from revoke(settings, endpoints.revocation, client_id, token)


def _claims(
    settings: Settings,
    endpoints: Endpoints,
    client_id: str,
    id_token: str | None,
    nonce: str | None,
    cancel: CancelToken | None,
) -> Flow[dict[str, Any] | None]:
    if id_token is None:
        if nonce is not None:
            raise SignInError("invalid_id_token", "the service sent no ID token")
        return None
    if endpoints.keys is None:
        raise SignInError("invalid_metadata", "the metadata names no keys")
    # The clock of this machine may be wrong.
    keys, now = yield from read_dated(settings, endpoints.keys, cancel)
    return validated(
        id_token,
        keys,
        issuer=endpoints.issuer,
        client_id=client_id,
        nonce=nonce,
        now=now,
    )

"""A signed-in user as the token of a client, renewed when it expires."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._calls import Settings
from .._effects import Flow, complete, run, sleep
from ..errors import SignInError, TransportError
from .endpoints import Endpoints, Refused, post
from .store import TokenStore
from .tokens import Tokens, from_response

_MARGIN_SECONDS = 30.0
_LOCK_POLL_SECONDS = 0.1
_LOCK_POLLS = 600
_CONFLICT = 409


class SignedIn:
    """Pass it as the ``token`` of a client. Several processes may share its store."""

    def __init__(
        self,
        settings: Settings,
        endpoints: Endpoints,
        client_id: str,
        store: TokenStore,
        claims: Mapping[str, Any] | None = None,
    ) -> None:
        """The store has tokens already."""
        self._settings = settings
        self._endpoints = endpoints
        self._store = store
        self._now = settings.now
        self.client_id = client_id
        self.claims = claims
        """The validated claims of the ID token, right after a sign-in with ``openid``."""

    def __repr__(self) -> str:
        """Name the application, and no token."""
        return f"SignedIn(client_id={self.client_id!r})"

    def current(self) -> Flow[str | None]:
        """Return the access token, a new one if it is about to expire."""
        tokens = yield from self._stored()
        if tokens.expires_at - self._now() > _MARGIN_SECONDS or tokens.refresh_token is None:
            return tokens.access_token
        return (yield from self.renewed(tokens.access_token))

    def renewed(self, rejected: str) -> Flow[str | None]:
        """Refresh, unless another process did so in the meantime.

        Only one process refreshes at a time, because a second use of a refresh token revokes all.
        """
        yield from locked(self._store)
        try:
            tokens = yield from self._stored()
            if tokens.access_token != rejected:
                return tokens.access_token
            if tokens.refresh_token is None:
                return None
            # The service replaces the token, so a cancelled task must save the new one.
            return (yield from complete(self._refresh(tokens, tokens.refresh_token)))
        finally:
            self._store.release()

    def _stored(self) -> Flow[Tokens]:
        """Return the tokens of this application and service. Those of others count as none."""
        tokens: Tokens | None = yield from run(self._store.load)
        if tokens is None or not tokens.are_of(self._endpoints.issuer, self.client_id):
            raise SignInError("signed_out", "sign in first")
        return tokens

    def _refresh(self, tokens: Tokens, refresh_token: str) -> Flow[str]:
        fresh = yield from self._exchange(tokens, refresh_token)
        yield from run(lambda: self._store.save(fresh))
        return fresh.access_token

    def _exchange(self, tokens: Tokens, refresh_token: str) -> Flow[Tokens]:
        form = {
            "grant_type": "refresh_token",
            "client_id": self.client_id,
            "refresh_token": refresh_token,
        }
        try:
            data = yield from post(self._settings, self._endpoints.token, form)
        except TransportError as error:
            if not error.is_sent:
                raise
            # The service may have replaced the token already. Another request with it would
            # revoke all tokens, so the call that needed it must not repeat this.
            raise SignInError("refresh_lost", "the response to a refresh was lost") from error
        except Refused as error:
            # 409: another request uses the same token at this moment, so it still may be good.
            if error.code == "invalid_grant" and error.status != _CONFLICT:
                yield from run(self._store.clear)
            raise
        try:
            issuer = self._endpoints.issuer
            return from_response(data, self._now(), issuer, self.client_id, tokens)[0]
        except ValueError as error:
            raise SignInError("invalid_response", str(error)) from None


def locked(store: TokenStore) -> Flow[None]:
    """Wait for the lock of a store. Raises SignInError if another process keeps it."""
    for _ in range(_LOCK_POLLS):
        # A cancelled task must release the lock that a thread takes meanwhile.
        if (yield from complete(run(store.acquire))):
            return
        yield from sleep(_LOCK_POLL_SECONDS)
    raise SignInError("store_busy", "another process has locked the token store")

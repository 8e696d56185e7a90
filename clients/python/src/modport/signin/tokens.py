"""The tokens of a signed-in user. No text of them shows a token."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .. import _wire as wire
from ..operation import UnexpectedShape
from ..tokens import checked

_LONGEST_SECONDS = 24 * 3600


@dataclass(frozen=True)
class Tokens:
    """An access token, and the refresh token that replaces it.

    Stores of programs may keep ``document()`` or ``dataclasses.asdict``, and pass it to ``Tokens``.
    """

    access_token: str = field(repr=False)
    refresh_token: str | None = field(repr=False)
    scope: str
    expires_at: float
    """By the clock of this machine, in seconds since 1970. A 401 decides, not this time."""
    issuer: str | None = None
    """The origin of the service that issued them. None for a store that does not keep it."""
    client_id: str | None = None
    """The application that got them."""

    def are_of(self, issuer: str, client_id: str) -> bool:
        """Return whether they may reach this issuer, in the name of this application."""
        return self.issuer is None or (self.issuer, self.client_id) == (issuer, client_id)

    def document(self) -> dict[str, Any]:
        """Return the content of a store."""
        return {
            "access_token": self.access_token,
            "refresh_token": self.refresh_token,
            "scope": self.scope,
            "expires_at": self.expires_at,
            "issuer": self.issuer,
            "client_id": self.client_id,
        }


def from_response(
    data: Mapping[str, Any], now: float, issuer: str, client_id: str, before: Tokens | None = None
) -> tuple[Tokens, str | None]:
    """Read a response of the token endpoint. Returns the tokens and the ID token, if any.

    Raises ValueError for another shape.
    """
    if wire.text(data, "token_type").lower() != "bearer":
        raise UnexpectedShape("not a bearer token")
    lifetime = min(wire.number(data, "expires_in"), _LONGEST_SECONDS)
    refresh = wire.optional_text(data, "refresh_token") or (before and before.refresh_token)
    tokens = Tokens(
        access_token=checked(wire.text(data, "access_token")),
        refresh_token=refresh or None,
        scope=wire.optional_text(data, "scope") or (before.scope if before else ""),
        expires_at=now + lifetime,
        issuer=issuer,
        client_id=client_id,
    )
    return tokens, wire.optional_text(data, "id_token")


def from_document(data: Mapping[str, Any]) -> Tokens:
    """Read the content of a store. Raises ValueError for another shape, or without an issuer.

    Without it, the tokens could be sent to a service that did not issue them.
    """
    expires_at = data.get("expires_at")
    if isinstance(expires_at, bool) or not isinstance(expires_at, int | float):
        raise UnexpectedShape("expires_at is not a time")
    return Tokens(
        access_token=checked(wire.text(data, "access_token")),
        refresh_token=wire.optional_text(data, "refresh_token"),
        scope=wire.text(data, "scope"),
        expires_at=float(expires_at),
        issuer=wire.text(data, "issuer"),
        client_id=wire.text(data, "client_id"),
    )

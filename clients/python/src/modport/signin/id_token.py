"""Validates an ID token (section 5.2 of the contract). Needs ``modport[openid]``."""

from __future__ import annotations

from collections.abc import Mapping
from hmac import compare_digest
from typing import Any

from ..errors import SignInError

_TOLERANCE_SECONDS = 60
_LONGEST_LIFETIME_SECONDS = 3600


def validated(
    token: str,
    keys: Mapping[str, Any],
    *,
    issuer: str,
    client_id: str,
    nonce: str | None,
    now: float,
) -> dict[str, Any]:
    """Return the claims. Raises SignInError unless signature and claims fit.

    ``now`` is the time of the service in seconds since 1970, because this clock may be wrong.
    """
    try:
        import jwt  # noqa: PLC0415 - an optional dependency
    except ImportError:
        raise SignInError("openid_missing", "install modport[openid]") from None
    try:
        kid = str(jwt.get_unverified_header(token)["kid"])
        key = jwt.PyJWKSet.from_dict(dict(keys))[kid]
        claims: dict[str, Any] = jwt.decode(
            token,
            key=key,
            algorithms=["RS256"],
            audience=client_id,
            issuer=issuer,
            options={
                "require": ["iss", "aud", "sub", "iat", "exp"],
                # `_check_times` compares them with the clock of the service.
                "verify_exp": False,
                "verify_iat": False,
                "verify_nbf": False,
            },
        )
    except (jwt.PyJWTError, KeyError, ValueError, TypeError) as error:
        raise SignInError("invalid_id_token", type(error).__name__) from None
    _check_times(claims, now)
    if nonce is not None and not compare_digest(str(claims.get("nonce")), nonce):
        raise SignInError("nonce_mismatch", "the ID token belongs to another sign-in")
    return claims


def _check_times(claims: Mapping[str, Any], now: float) -> None:
    issued, expires = claims["iat"], claims["exp"]
    if not all(isinstance(it, int | float) for it in (issued, expires)):
        raise SignInError("invalid_id_token", "a time of the ID token is not a number")
    if not issued - _TOLERANCE_SECONDS <= now < expires + _TOLERANCE_SECONDS:
        raise SignInError("invalid_id_token", "the ID token has expired or is not valid yet")
    if expires - issued > _LONGEST_LIFETIME_SECONDS:
        raise SignInError("invalid_id_token", "the lifetime of the ID token is too long")

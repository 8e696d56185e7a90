"""ID tokens: only a token of this service for this sign-in is valid."""

from __future__ import annotations

import json
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

from modport import SignInError
from modport.signin.id_token import validated

KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
OTHER = rsa.generate_private_key(public_exponent=65537, key_size=2048)
JWK = json.loads(RSAAlgorithm.to_jwk(KEY.public_key()))
KEYS = {"keys": [JWK | {"kid": "k1", "alg": "RS256", "use": "sig"}]}
CLAIMS = {
    "iss": "https://example.org",
    "aud": "client",
    "sub": "user",
    "iat": 1000,
    "exp": 1300,
    "nonce": "nonce-1",
}


def check(claims: dict[str, Any], now: float = 1001, **options: Any) -> dict[str, Any]:
    arguments: dict[str, Any] = {"key": KEY, "algorithm": "RS256", "headers": {"kid": "k1"}}
    arguments |= options
    token = jwt.encode(claims, **arguments)
    return validated(
        token, KEYS, issuer="https://example.org", client_id="client", nonce="nonce-1", now=now
    )


def test_an_id_token_of_this_sign_in_is_valid() -> None:
    assert check(CLAIMS)["sub"] == "user"


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "https://evil.example"},
        {"aud": "other"},
        {"nonce": "other"},
        {"nonce": None},
        {"exp": 900},
        {"iat": 2000, "exp": 2300},
        {"exp": 1000 + 86_400},
        {"iat": None},
        {"sub": None},
        {"exp": "1300"},
    ],
)
def test_another_claim_is_refused(changes: dict[str, Any]) -> None:
    claims = {name: value for name, value in (CLAIMS | changes).items() if value is not None}
    with pytest.raises(SignInError):
        check(claims)


@pytest.mark.parametrize(
    "options",
    [
        {"key": OTHER},
        {"key": "secret-that-is-long-enough-for-hmac-256!", "algorithm": "HS256"},
        {"key": None, "algorithm": "none"},
        {"headers": {"kid": "k2"}},
        {"headers": {}},
    ],
)
def test_another_signature_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(SignInError):
        check(CLAIMS, **options)


@pytest.mark.parametrize("token", ["", "a.b.c", "....", "\ud800"])
def test_a_text_that_is_no_token_is_refused(token: str) -> None:
    with pytest.raises(SignInError):
        validated(
            token, KEYS, issuer="https://example.org", client_id="client", nonce=None, now=1001
        )

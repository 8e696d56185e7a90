"""The code flow with PKCE, for programs with a browser (RFC 7636, RFC 8252, RFC 9207)."""

from __future__ import annotations

import base64
import hashlib
import secrets
from dataclasses import dataclass, field
from hmac import compare_digest
from urllib.parse import parse_qs, urlencode

from ..errors import SignInError
from .endpoints import Endpoints


@dataclass(frozen=True)
class Attempt:
    """The secrets of one sign-in. None of them is used twice."""

    verifier: str = field(repr=False, default_factory=lambda: secrets.token_urlsafe(48))
    state: str = field(repr=False, default_factory=lambda: secrets.token_urlsafe(24))
    nonce: str = field(repr=False, default_factory=lambda: secrets.token_urlsafe(24))

    @property
    def challenge(self) -> str:
        """The S256 challenge of the verifier."""
        digest = hashlib.sha256(self.verifier.encode()).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def authorization_url(
    endpoints: Endpoints, client_id: str, redirect_uri: str, scopes: list[str], attempt: Attempt
) -> str:
    """Return the address to open in a browser."""
    parameters = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": redirect_uri,
        "scope": " ".join(scopes),
        "state": attempt.state,
        "code_challenge": attempt.challenge,
        "code_challenge_method": "S256",
    }
    if "openid" in scopes:
        parameters["nonce"] = attempt.nonce
    return f"{endpoints.authorization}?{urlencode(parameters)}"


def code_of(query: str, endpoints: Endpoints, attempt: Attempt) -> str:
    """Return the code of the response of the browser.

    Raises SignInError for an error of the service, a response of another attempt or of another
    issuer, and a parameter that repeats.
    """
    try:
        values = parse_qs(query, keep_blank_values=True, max_num_fields=20, errors="strict")
    except ValueError:
        raise SignInError("invalid_response", "the browser returned no parameters") from None
    if any(len(it) > 1 for it in values.values()):
        raise SignInError("invalid_response", "a parameter occurs more than once")
    single = {name: it[0] for name, it in values.items()}
    if not compare_digest(single.get("state", "").encode(), attempt.state.encode()):
        raise SignInError("state_mismatch", "the response belongs to another sign-in")
    if single.get("iss") != endpoints.issuer:
        raise SignInError("issuer_mismatch", "the response comes from another issuer")
    if "error" in single:
        raise SignInError(single["error"][:100], single.get("error_description", "")[:500])
    if not single.get("code"):
        raise SignInError("invalid_response", "the response has no code")
    return single["code"]


def exchange_form(client_id: str, redirect_uri: str, code: str, attempt: Attempt) -> dict[str, str]:
    """Return the form that exchanges a code for tokens."""
    return {
        "grant_type": "authorization_code",
        "client_id": client_id,
        "redirect_uri": redirect_uri,
        "code": code,
        "code_verifier": attempt.verifier,
    }

"""Sign-in with a device code: with the real service, and with one that lies."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from hostile import Hostile, Seen, document, response
from service import IDENTITY, Facts, Proxy
from signing import SCOPES

from modport import (
    Client,
    DeviceCode,
    MemoryStore,
    SignIn,
    SignInError,
    api,
)


def test_a_user_signs_in_with_a_device_code(sign_in: SignIn, facts: Facts, proxy: Proxy) -> None:
    shown: list[DeviceCode] = []

    def show(code: DeviceCode) -> None:
        shown.append(code)
        assert code.device_code not in repr(code)
        assert proxy.sign_in(code.verification_uri_complete or "") == {"approved": True}

    user = sign_in.by_device(SCOPES, show)
    with Client(facts.base_url, identity=IDENTITY, token=user) as client:
        client.send(api.account.get_me())
    assert len(shown) == 1


def metadata(server: Hostile, **changes: Any) -> dict[str, Any]:
    origin = server.origin
    return {
        "issuer": origin,
        "authorization_endpoint": f"{origin}/a",
        "token_endpoint": f"{origin}/t",
        "device_authorization_endpoint": f"{origin}/d",
        "revocation_endpoint": f"{origin}/r",
        "jwks_uri": f"{origin}/k",
    } | changes


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"issuer": "https://evil.example"}, "issuer_mismatch"),
        ({"token_endpoint": "https://evil.example/t"}, "foreign_endpoint"),
        ({"authorization_endpoint": "javascript:alert(1)"}, "foreign_endpoint"),
        ({"token_endpoint": None}, "invalid_metadata"),
    ],
)
def test_metadata_of_another_service_is_refused(
    server: Hostile, changes: dict[str, Any], code: str
) -> None:
    server.handler = lambda _: document(metadata(server, **changes))
    sign_in = SignIn(server.base_url, "c", MemoryStore(), identity=IDENTITY)
    with pytest.raises(SignInError) as caught:
        sign_in.by_device(SCOPES, lambda _: None)
    assert caught.value.code == code


class DeviceService:
    """A device flow with scripted responses of the token endpoint."""

    def __init__(self, server: Hostile, *polls: bytes, **code: Any) -> None:
        self._server = server
        self._polls = list(polls)
        self._code = {
            "device_code": "secret",
            "user_code": "AB",
            "verification_uri": f"{server.origin}/device",
            "expires_in": 600,
            "interval": 5,
        } | code
        server.handler = self.handle

    def handle(self, seen: Seen) -> bytes:
        if seen.path == "/d":
            return document(self._code)
        if seen.path == "/t":
            return self._polls.pop(0)
        return document(metadata(self._server))


def refusal(code: str, status: int = 400, **members: Any) -> bytes:
    return document({"error": code, **members}, status)


GRANTED = {"access_token": "a", "token_type": "Bearer", "expires_in": 900, "refresh_token": "r"}


def poll(server: Hostile, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    from modport import sign_in as module
    from modport._sync import SyncDriver

    slept: list[float] = []

    class Driver(SyncDriver):
        def __init__(self, http: httpx.Client, **options: Any) -> None:
            super().__init__(http, slept.append, **options)

    monkeypatch.setattr(module, "SyncDriver", Driver)
    store = MemoryStore()
    try:
        SignIn(server.base_url, "c", store, identity=IDENTITY).by_device(SCOPES, lambda _: None)
    finally:
        slept.append(-1 if store.load() is None else 1)
    return slept


def test_a_device_polls_slower_when_it_is_told_so(
    server: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    DeviceService(
        server,
        refusal("authorization_pending"),
        refusal("slow_down", retry_after_seconds=12),
        refusal("slow_down"),
        b"",
        response(503),
        document(GRANTED),
    )
    assert poll(server, monkeypatch) == [5, 5, 12, 17, 34, 39, 1]


def test_a_lost_response_with_tokens_asks_to_start_the_sign_in_again(
    server: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    DeviceService(server, b"", refusal("invalid_grant"))
    with pytest.raises(SignInError, match="start the sign-in again") as caught:
        poll(server, monkeypatch)
    assert caught.value.code == "invalid_grant"


@pytest.mark.parametrize("code", ["access_denied", "expired_token", "invalid_client"])
def test_a_device_stops_when_the_user_denies(
    server: Hostile, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    DeviceService(server, refusal(code, 403))
    with pytest.raises(SignInError) as caught:
        poll(server, monkeypatch)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "granted",
    [
        {**GRANTED, "token_type": "mac"},
        {**GRANTED, "access_token": "a\r\nb"},
        {**GRANTED, "access_token": None},
        {**GRANTED, "expires_in": "soon"},
        [],
    ],
)
def test_tokens_of_another_shape_sign_nobody_in(
    server: Hostile, monkeypatch: pytest.MonkeyPatch, granted: Any
) -> None:
    DeviceService(server, document(granted))
    with pytest.raises(SignInError) as caught:
        poll(server, monkeypatch)
    assert caught.value.code == "invalid_response"


@pytest.mark.parametrize(
    "code",
    [
        {"verification_uri": "javascript:alert(1)"},
        {"verification_uri_complete": "file:///etc/passwd"},
        {"interval": "often"},
        {"expires_in": -1},
        {"user_code": 1},
    ],
)
def test_a_device_code_of_another_shape_is_not_shown(
    server: Hostile, monkeypatch: pytest.MonkeyPatch, code: dict[str, Any]
) -> None:
    DeviceService(server, **code)
    with pytest.raises(SignInError) as caught:
        poll(server, monkeypatch)
    assert caught.value.code == "invalid_response"


def test_a_sign_in_over_plain_http_to_another_machine_is_refused() -> None:
    sign_in = SignIn("http://example.org/v1", "c", MemoryStore(), identity=IDENTITY)
    with pytest.raises(SignInError) as caught:
        sign_in.by_device(SCOPES, lambda _: None)
    assert caught.value.code == "insecure_service"

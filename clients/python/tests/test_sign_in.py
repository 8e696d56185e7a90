"""Sign-in against the real service, and against one that lies."""

from __future__ import annotations

import json
import os
import stat
import threading
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from hostile import Hostile, Seen, document, response
from service import IDENTITY, Facts, Proxy, rule
from signing import WAIT, browser

from modport import (
    AsyncClient,
    AsyncSignIn,
    Cancelled,
    CancelToken,
    Client,
    DeviceCode,
    FileStore,
    MemoryStore,
    SignIn,
    SignInError,
    api,
)
from modport.signin.pkce import Attempt
from modport.signin.tokens import Tokens

SCOPES = ["mods:read", "files:download", "profile:read"]


@pytest.fixture
def store(tmp_path: Path) -> FileStore:
    return FileStore(tmp_path / "private" / "tokens.json")


@pytest.fixture
def sign_in(facts: Facts, proxy: Proxy, store: FileStore) -> SignIn:
    return SignIn(facts.base_url, facts.client_id, store, identity=IDENTITY)


def stored(tmp_path: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((tmp_path / "private" / "tokens.json").read_text())
    return value


def test_a_user_signs_in_with_a_browser_and_the_tokens_are_private(
    sign_in: SignIn, facts: Facts, proxy: Proxy, store: FileStore, tmp_path: Path
) -> None:
    user = sign_in.by_browser([*SCOPES, "openid"], open_url=browser(proxy), seconds=WAIT)
    assert user.claims is not None
    assert user.claims["aud"] == facts.client_id
    with Client(facts.base_url, identity=IDENTITY, token=user) as client:
        me = client.send(api.account.get_me())
    assert me.data.credential.client_id == facts.client_id
    file = tmp_path / "private" / "tokens.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    tokens = store.load()
    assert tokens is not None
    assert tokens.access_token not in repr(tokens) + repr(user) + str(vars(user))


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


def test_an_expired_token_is_refreshed_and_a_sign_out_revokes_it(
    sign_in: SignIn, facts: Facts, proxy: Proxy, store: FileStore, tmp_path: Path
) -> None:
    user = sign_in.by_browser(SCOPES, open_url=browser(proxy), seconds=WAIT)
    first = stored(tmp_path)
    proxy.rules(rule("/v1/me", "status", status=401))
    with Client(facts.base_url, identity=IDENTITY, token=user) as client:
        client.send(api.account.get_me())
        second = stored(tmp_path)
        assert second["access_token"] != first["access_token"]
        assert second["refresh_token"] != first["refresh_token"]
        # An access token that is about to expire is replaced before it is used.
        (tmp_path / "private" / "tokens.json").write_text(json.dumps({**second, "expires_at": 0}))
        client.send(api.account.get_me())
        assert stored(tmp_path)["access_token"] != second["access_token"]
        restored = sign_in.restore()
        assert restored is not None
        last = stored(tmp_path)
        sign_in.sign_out()
        assert store.load() is None
        with pytest.raises(SignInError) as caught:
            client.send(api.account.get_me())
        assert caught.value.code == "signed_out"
    revoked = httpx.get(
        f"{facts.base_url}/me", headers={"Authorization": f"Bearer {last['access_token']}"}
    )
    assert revoked.status_code == 401
    assert sign_in.restore() is None


def test_many_clients_that_share_a_store_refresh_once(
    sign_in: SignIn, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    sign_in.by_browser(SCOPES, open_url=browser(proxy), seconds=WAIT)
    document_ = stored(tmp_path)
    (tmp_path / "private" / "tokens.json").write_text(json.dumps({**document_, "expires_at": 0}))
    proxy.reset()
    failures: list[BaseException] = []

    def work() -> None:
        # Each has a store of its own, as another process would.
        other = FileStore(tmp_path / "private" / "tokens.json")
        user = SignIn(facts.base_url, facts.client_id, other, identity=IDENTITY).restore()
        try:
            with Client(facts.base_url, identity=IDENTITY, token=user) as client:
                client.send(api.account.get_me())
        except BaseException as error:  # noqa: BLE001 - the assertion below shows it
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(proxy.log("POST", "/oauth/token")) == 1


def test_a_lost_response_of_a_refresh_is_never_sent_again(
    sign_in: SignIn, facts: Facts, proxy: Proxy, store: FileStore, tmp_path: Path
) -> None:
    user = sign_in.by_browser(SCOPES, open_url=browser(proxy), seconds=WAIT)
    (tmp_path / "private" / "tokens.json").write_text(
        json.dumps({**stored(tmp_path), "expires_at": 0})
    )
    proxy.reset()
    proxy.rules(rule("/oauth/token", "drop-response", method="POST"))
    with Client(facts.base_url, identity=IDENTITY, token=user) as client:
        with pytest.raises(SignInError) as caught:
            client.send(api.catalog.list_games())
        assert caught.value.code == "refresh_lost"
        assert len(proxy.log("POST", "/oauth/token")) == 1
        # The service has replaced the token, so the user has to sign in again.
        with pytest.raises(SignInError) as caught:
            client.send(api.catalog.list_games())
    assert caught.value.code == "invalid_grant"
    assert store.load() is None


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda it: {**it, "state": "other"}, "state_mismatch"),
        (lambda it: {"code": it["code"], "iss": it["iss"]}, "state_mismatch"),
        (lambda it: {**it, "iss": "https://evil.example"}, "issuer_mismatch"),
        (lambda it: {"code": it["code"], "state": it["state"]}, "issuer_mismatch"),
        (lambda it: {"state": it["state"], "iss": it["iss"]}, "invalid_response"),
        (lambda it: {**it, "code": "forged"}, "invalid_grant"),
        (lambda it: {"error": "access_denied", **it}, "access_denied"),
    ],
)
def test_a_forged_response_of_the_browser_signs_nobody_in(
    sign_in: SignIn, proxy: Proxy, store: FileStore, change: Any, code: str
) -> None:
    with pytest.raises(SignInError) as caught:
        sign_in.by_browser(SCOPES, open_url=browser(proxy, change), seconds=WAIT)
    assert caught.value.code == code
    assert store.load() is None


def test_the_loopback_port_takes_one_response_and_closes(
    sign_in: SignIn, proxy: Proxy, facts: Facts
) -> None:
    seen: list[int] = []
    ports: list[str] = []

    def open_url(url: str) -> None:
        redirect = parse_qs(urlsplit(url).query)["redirect_uri"][0]
        ports.append(redirect)

        def visit() -> None:
            origin = redirect.removesuffix("/callback")
            seen.append(httpx.get(f"{origin}/favicon.ico").status_code)
            seen.append(httpx.get(redirect, headers={"Host": "evil.example"}).status_code)
            httpx.get(proxy.sign_in(url)["redirect"])

        threading.Thread(target=visit).start()

    sign_in.by_browser(SCOPES, open_url=open_url, seconds=WAIT)
    assert seen == [404, 404]
    with pytest.raises(httpx.ConnectError):
        httpx.get(ports[0])


def test_a_browser_that_does_not_return_ends_after_the_time(sign_in: SignIn) -> None:
    with pytest.raises(SignInError) as caught:
        sign_in.by_browser(SCOPES, open_url=lambda _: None, seconds=0.0)
    assert caught.value.code == "timeout"
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        sign_in.by_browser(SCOPES, open_url=lambda _: None, cancel=token)


@pytest.mark.anyio
async def test_an_asynchronous_user_signs_in_and_out(facts: Facts, proxy: Proxy) -> None:
    store = MemoryStore()
    sign_in = AsyncSignIn(facts.base_url, facts.client_id, store, identity=IDENTITY)
    user = await sign_in.by_browser(SCOPES, open_url=browser(proxy), seconds=WAIT)
    async with AsyncClient(facts.base_url, identity=IDENTITY, token=user) as client:
        await client.send(api.account.get_me())
    await sign_in.sign_out()
    assert store.load() is None


def tokens() -> Tokens:
    return Tokens("access", "refresh", "mods:read", 1e12)


def test_a_store_that_others_can_read_is_refused(store: FileStore, tmp_path: Path) -> None:
    store.save(tokens())
    file = tmp_path / "private" / "tokens.json"
    file.chmod(0o644)
    with pytest.raises(SignInError) as caught:
        store.load()
    assert caught.value.code == "unsafe_store"
    file.chmod(0o600)
    file.parent.chmod(0o777)
    with pytest.raises(SignInError):
        store.save(tokens())


def test_a_link_in_place_of_the_store_is_refused(store: FileStore, tmp_path: Path) -> None:
    store.save(tokens())
    file = tmp_path / "private" / "tokens.json"
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SignInError):
        store.load()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b'{"access_token": "a b"}'])
def test_a_damaged_store_has_no_user(store: FileStore, tmp_path: Path, content: bytes) -> None:
    store.save(tokens())
    (tmp_path / "private" / "tokens.json").write_bytes(content)
    assert store.load() is None


def test_a_store_is_replaced_in_one_step(store: FileStore, tmp_path: Path) -> None:
    store.save(tokens())
    store.save(tokens())
    assert os.listdir(tmp_path / "private") == ["tokens.json"]  # noqa: PTH208
    assert store.load() == tokens()


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


def test_the_challenge_is_that_of_rfc_7636() -> None:
    attempt = Attempt(verifier="dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    assert attempt.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    assert attempt.verifier not in repr(attempt)

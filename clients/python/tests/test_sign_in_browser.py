"""Sign-in with a browser on this machine, and with a response that somebody forged."""

from __future__ import annotations

import stat
import threading
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from service import IDENTITY, Facts, Proxy, rule
from signing import SCOPES, WAIT, browser

from modport import (
    AsyncClient,
    AsyncSignIn,
    Cancelled,
    CancelToken,
    Client,
    FileStore,
    MemoryStore,
    SignIn,
    SignInError,
    TransportError,
    api,
)
from modport.signin.pkce import Attempt


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


def test_the_keys_for_the_check_of_tokens_are_read_again_after_a_failure(
    sign_in: SignIn, proxy: Proxy
) -> None:
    proxy.rules(rule("/jwks", "status", status=503, times=2))
    user = sign_in.by_browser([*SCOPES, "openid"], open_url=browser(proxy), seconds=WAIT)
    assert user.claims is not None


@pytest.mark.parametrize("fault", [{"kind": "status", "status": 503}, {"kind": "refuse"}])
def test_tokens_that_cannot_be_checked_are_revoked(
    sign_in: SignIn, proxy: Proxy, store: FileStore, fault: dict[str, Any]
) -> None:
    proxy.rules(rule("/jwks", **fault, times=9))
    with pytest.raises((SignInError, TransportError)):
        sign_in.by_browser([*SCOPES, "openid"], open_url=browser(proxy), seconds=WAIT)
    assert [it["status"] for it in proxy.log("POST", "/oauth/revoke")] == [200]
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


def test_the_challenge_is_that_of_rfc_7636() -> None:
    attempt = Attempt(verifier="dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    assert attempt.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    assert attempt.verifier not in repr(attempt)

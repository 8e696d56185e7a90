"""The tokens of a signed-in user: refresh, sign-out, and the private store."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from service import IDENTITY, Facts, Proxy, rule
from signing import SCOPES, WAIT, browser

from modport import (
    Client,
    FileStore,
    SignIn,
    SignInError,
    TransportError,
    api,
)
from modport.signin.tokens import Tokens


def stored(tmp_path: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((tmp_path / "private" / "tokens.json").read_text())
    return value


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


def test_a_sign_out_removes_the_tokens_also_if_the_service_fails(
    sign_in: SignIn, proxy: Proxy, store: FileStore
) -> None:
    sign_in.by_browser(SCOPES, open_url=browser(proxy), seconds=WAIT)
    proxy.rules(rule("/oauth/revoke", "refuse", method="POST", times=9))
    with pytest.raises(TransportError):
        sign_in.sign_out()
    assert store.load() is None
    assert sign_in.restore() is None


@pytest.mark.parametrize("also_service_fails", [False, True])
def test_a_sign_out_revokes_tokens_that_the_store_cannot_remove_and_raises_its_error(
    sign_in: SignIn,
    proxy: Proxy,
    store: FileStore,
    monkeypatch: pytest.MonkeyPatch,
    also_service_fails: bool,
) -> None:
    sign_in.by_browser(SCOPES, open_url=browser(proxy), seconds=WAIT)
    if also_service_fails:
        proxy.rules(rule("/oauth/revoke", "refuse", method="POST", times=9))

    def refuse(store: FileStore) -> None:
        raise PermissionError(13, "the file is in use")

    monkeypatch.setattr(FileStore, "clear", refuse)
    with pytest.raises(PermissionError):
        sign_in.sign_out()
    statuses = [it["status"] for it in proxy.log("POST", "/oauth/revoke")]
    assert (statuses == [200]) is not also_service_fails


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


def tokens() -> Tokens:
    return Tokens("access", "refresh", "mods:read", 1e12, "https://mods.example", "application")


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

"""Tokens stay with the service that issued them, and with the application that got them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hostile import Hostile, document
from service import IDENTITY, Facts, Proxy
from signing import SCOPES, WAIT, browser

from modport import Client, FileStore, MemoryStore, SignIn, SignInError, api
from modport.signin import Owner, Tokens

TOKENS = Tokens(
    "secret-access",
    "secret-refresh",
    "mods:read",
    1e12,
    Owner("https://mods.example", "their-application"),
)


def metadata(server: Hostile) -> bytes:
    """Return the metadata of a complete service."""
    names = ["authorization", "token", "device_authorization", "revocation"]
    return document(
        {"issuer": server.origin, **{f"{it}_endpoint": f"{server.origin}/{it}" for it in names}}
    )


def owners(server: Hostile) -> list[Owner]:
    """Return owners that differ from the sign-in of the tests in one fact."""
    return [
        Owner("https://mods.example", "application"),
        Owner(server.origin, "their-application"),
    ]


@pytest.mark.parametrize("which", [0, 1])
def test_tokens_of_another_service_or_application_are_no_sign_in_and_stay(
    server: Hostile, store: FileStore, which: int
) -> None:
    server.handler = lambda _: metadata(server)
    foreign = replace(TOKENS, owner=owners(server)[which])
    store.save(foreign)
    sign_in = SignIn(server.base_url, "application", store, identity=IDENTITY)
    assert sign_in.restore() is None
    sign_in.sign_out()
    assert server.seen == []
    assert store.load() == foreign


def test_a_signed_in_user_does_not_send_tokens_that_replaced_his_in_the_store(
    sign_in: SignIn, facts: Facts, proxy: Proxy, store: FileStore
) -> None:
    user = sign_in.by_browser(SCOPES, open_url=browser(proxy), seconds=WAIT)
    store.save(TOKENS)
    proxy.reset()
    with (
        Client(facts.base_url, identity=IDENTITY, token=user) as client,
        pytest.raises(SignInError) as caught,
    ):
        client.send(api.account.get_me())
    assert caught.value.code == "signed_out"
    assert proxy.log("GET", "/v1/me") == []
    assert store.load() == TOKENS


def test_the_store_of_a_sign_in_names_service_and_application(
    sign_in: SignIn, facts: Facts, proxy: Proxy, store: FileStore
) -> None:
    sign_in.by_browser(SCOPES, open_url=browser(proxy), seconds=WAIT)
    tokens = store.load()
    assert tokens is not None
    assert tokens.owner == Owner(facts.base_url.removesuffix("/v1"), facts.client_id)
    assert sign_in.restore() is not None


def test_a_file_that_names_no_service_is_no_sign_in(store: FileStore, tmp_path: Path) -> None:
    store.save(TOKENS)
    file = tmp_path / "private" / "tokens.json"
    kept = json.loads(file.read_text())
    del kept["issuer"]
    file.write_text(json.dumps(kept))
    assert store.load() is None


def test_a_store_of_the_program_may_keep_tokens_without_their_owner(
    facts: Facts, proxy: Proxy
) -> None:
    kept = MemoryStore()
    kept.save(replace(TOKENS, owner=None))
    user = SignIn(facts.base_url, facts.client_id, kept, identity=IDENTITY).restore()
    assert user is not None

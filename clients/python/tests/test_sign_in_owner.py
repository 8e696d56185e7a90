"""Tokens stay with the service that issued them, and with the application that got them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from hostile import Hostile, document
from service import IDENTITY, Facts, Proxy
from signing import SCOPES, WAIT, browser

from modport import Client, FileStore, MemoryStore, SignIn, SignInError, api
from modport.signin import Tokens

TOKENS = Tokens(
    "secret-access",
    "secret-refresh",
    "mods:read",
    1e12,
    "https://mods.example",
    "their-application",
)


def metadata(server: Hostile) -> bytes:
    """Return the metadata of a complete service."""
    names = ["authorization", "token", "device_authorization", "revocation"]
    return document(
        {"issuer": server.origin, **{f"{it}_endpoint": f"{server.origin}/{it}" for it in names}}
    )


@pytest.mark.parametrize("member", ["issuer", "client_id"])
def test_tokens_of_another_service_or_application_are_no_sign_in_and_stay(
    server: Hostile, store: FileStore, member: str
) -> None:
    server.handler = lambda _: metadata(server)
    own = {"issuer": server.origin, "client_id": "application"}
    foreign = replace(TOKENS, **{**own, member: getattr(TOKENS, member)})
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
    assert tokens.issuer == facts.base_url.removesuffix("/v1")
    assert tokens.client_id == facts.client_id
    assert sign_in.restore() is not None


def test_a_file_that_names_no_service_is_no_sign_in(store: FileStore, tmp_path: Path) -> None:
    store.save(TOKENS)
    file = tmp_path / "private" / "tokens.json"
    kept = json.loads(file.read_text())
    del kept["issuer"]
    file.write_text(json.dumps(kept))
    assert store.load() is None


class RecordStore(MemoryStore):
    """A store of a program, which writes the tokens as a record and makes them of it again."""

    def __init__(self, record: Callable[[Tokens], dict[str, Any]]) -> None:
        super().__init__()
        self._record = record

    def load(self) -> Tokens | None:
        tokens = super().load()
        return None if tokens is None else Tokens(**json.loads(json.dumps(self._record(tokens))))


@pytest.mark.parametrize("record", [asdict, Tokens.document])
def test_a_store_of_the_program_may_make_the_tokens_of_their_record(
    server: Hostile, record: Callable[[Tokens], dict[str, Any]]
) -> None:
    server.handler = lambda _: metadata(server)
    store = RecordStore(record)
    sign_in = SignIn(server.base_url, "application", store, identity=IDENTITY)
    store.save(replace(TOKENS, issuer=server.origin, client_id="application"))
    assert sign_in.restore() is not None
    store.save(TOKENS)
    assert sign_in.restore() is None


def test_a_store_of_the_program_may_keep_tokens_without_their_owner(
    facts: Facts, proxy: Proxy
) -> None:
    kept = MemoryStore()
    kept.save(replace(TOKENS, issuer=None, client_id=None))
    user = SignIn(facts.base_url, facts.client_id, kept, identity=IDENTITY).restore()
    assert user is not None

"""What a program does with the tokens of a signed-in user: downloads, uploads and writes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from downloading import assert_only
from service import IDENTITY, Facts, Proxy
from signing import WAIT, browser
from uploading import archive, next_version, upload_of, version

from modport import (
    AsyncClient,
    AsyncSignIn,
    Client,
    DeviceCode,
    MemoryStore,
    ProblemError,
    SignedIn,
    SignIn,
)

SCOPES = ["mods:read", "files:download", "files:upload", "versions:write"]


@pytest.fixture(params=["browser", "device"])
def user(request: pytest.FixtureRequest, facts: Facts, proxy: Proxy) -> SignedIn:
    """A user who signed in with a browser here, or with one on another device."""
    sign_in = SignIn(facts.base_url, facts.client_id, MemoryStore(), identity=IDENTITY)
    if request.param == "browser":
        return sign_in.by_browser(SCOPES, open_url=browser(proxy), seconds=WAIT)

    def approve(code: DeviceCode) -> None:
        proxy.sign_in(code.verification_uri_complete or "")

    return sign_in.by_device(SCOPES, approve)


def client_names(proxy: Proxy) -> set[str]:
    """The names in which the client called the API."""
    return {it["headers"]["x-service-client"] for it in proxy.log(path="^/v1/")}


def test_a_signed_in_user_downloads_creates_a_version_and_uploads_its_file(
    user: SignedIn, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts["stand-alone"], tmp_path / "downloads" / "mod.zip"
    target.parent.mkdir()
    with Client(facts.base_url, identity=IDENTITY, token=user) as client:
        client.download(mod.artifact_id, target)
        session = client.upload(archive(tmp_path / "new.zip"), version(client, facts))
    assert_only(target, mod.sha256)
    assert session.status == "ready"
    assert client_names(proxy) == {facts.client_id}


@pytest.mark.anyio
async def test_an_asynchronous_signed_in_user_downloads_creates_a_version_and_uploads_its_file(
    facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts["stand-alone"], tmp_path / "downloads" / "mod.zip"
    target.parent.mkdir()
    sign_in = AsyncSignIn(facts.base_url, facts.client_id, MemoryStore(), identity=IDENTITY)
    user = await sign_in.by_browser(SCOPES, open_url=browser(proxy), seconds=WAIT)
    async with AsyncClient(facts.base_url, identity=IDENTITY, token=user) as client:
        await client.download(mod.artifact_id, target)
        created = await client.send(next_version(facts))
        request = upload_of(created, facts)
        session = await client.upload(archive(tmp_path / "new.zip"), request)
    assert_only(target, mod.sha256)
    assert session.status == "ready"
    assert client_names(proxy) == {facts.client_id}


def test_a_token_of_oauth_from_a_function_writes_only_in_the_name_of_its_application(
    facts: Facts, proxy: Proxy
) -> None:
    store = MemoryStore()
    sign_in = SignIn(facts.base_url, facts.client_id, store, identity=IDENTITY)
    sign_in.by_browser(SCOPES, open_url=browser(proxy), seconds=WAIT)
    tokens = store.load()
    assert tokens is not None
    token = tokens.access_token
    named = replace(IDENTITY, client_id=facts.client_id)
    with Client(facts.base_url, identity=named, token=lambda: token) as client:
        version(client, facts)
    with (
        Client(facts.base_url, identity=IDENTITY, token=lambda: token) as client,
        pytest.raises(ProblemError) as caught,
    ):
        version(client, facts)
    assert caught.value.code == "invalid_client_identity"

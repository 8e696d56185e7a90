"""The service behind its fault proxy, and clients of it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from calling import EMPTY
from downloading import Download
from hostile import Hostile, document, hostile
from service import IDENTITY, Facts, Proxy, Sleeps
from uploading import version

from modport import Client, FileStore, SignIn, Timeouts, UploadRequest


@pytest.fixture(scope="session")
def facts() -> Facts:
    """What the service of the tests printed. Without it these tests fail."""
    return Facts(json.loads(os.environ["MODPORT_TEST_FACTS"]))


@pytest.fixture
def proxy(facts: Facts) -> Iterator[Proxy]:
    """The fault proxy, without rules and with an empty log."""
    with httpx.Client(base_url=facts.control_url, timeout=60) as http:
        proxy = Proxy(http)
        proxy.reset()
        yield proxy
        proxy.reset()


@pytest.fixture
def sleeps() -> Sleeps:
    """Records how long the client would wait."""
    return Sleeps()


@pytest.fixture
def client(facts: Facts, proxy: Proxy, sleeps: Sleeps) -> Iterator[Client]:
    """A client of an anonymous caller, which does not wait."""
    with Client(facts.base_url, identity=IDENTITY, sleep=sleeps, random=lambda: 0.5) as client:
        yield client


@pytest.fixture
def creator(facts: Facts, proxy: Proxy) -> Iterator[Client]:
    """A client with a token that may upload."""
    with Client(facts.base_url, identity=IDENTITY, token=facts.token) as client:
        yield client


@pytest.fixture
def small(client: Client, facts: Facts, tmp_path: Path) -> Download:
    """A small mod, and where to download its file to."""
    return Download(client, facts["stand-alone"], tmp_path / "mod.zip")


@pytest.fixture
def request_(creator: Client, facts: Facts) -> UploadRequest:
    """The request for the file of a new version."""
    return version(creator, facts)


@pytest.fixture
def store(tmp_path: Path) -> FileStore:
    """A store of tokens in a folder of its own."""
    return FileStore(tmp_path / "private" / "tokens.json")


@pytest.fixture
def sign_in(facts: Facts, proxy: Proxy, store: FileStore) -> SignIn:
    """The sign-in of the application that the service knows."""
    return SignIn(facts.base_url, facts.client_id, store, identity=IDENTITY)


@pytest.fixture
def server() -> Iterator[Hostile]:
    """A server whose bytes a test decides."""
    with hostile() as server:
        yield server


@pytest.fixture
def raw(server: Hostile, sleeps: Sleeps) -> Iterator[Client]:
    """A client of that server, which responds with empty lists until a test decides."""
    server.handler = lambda _: document(EMPTY)
    timeouts = Timeouts(connect=2, read=2, write=2, total=2)
    with Client(
        server.base_url, identity=IDENTITY, sleep=sleeps, random=lambda: 0.5, timeouts=timeouts
    ) as client:
        yield client


@pytest.fixture
def downloader(server: Hostile, sleeps: Sleeps) -> Iterator[Client]:
    """A client of that server with time for a whole download."""
    with Client(
        server.base_url, identity=IDENTITY, sleep=sleeps, timeouts=Timeouts(read=2, total=5)
    ) as client:
        yield client


@pytest.fixture
def anyio_backend() -> str:
    """The event loop of the asynchronous tests."""
    return "asyncio"

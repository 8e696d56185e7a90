"""The service behind its fault proxy, and clients of it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import httpx
import pytest
from hostile import Hostile, hostile
from service import IDENTITY, Facts, Proxy, Sleeps

from modport import Client


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
def server() -> Iterator[Hostile]:
    """A server whose bytes a test decides."""
    with hostile() as server:
        yield server


@pytest.fixture
def anyio_backend() -> str:
    """The event loop of the asynchronous tests."""
    return "asyncio"

"""A refresh of tokens in a task that is cancelled meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import anyio
import anyio.to_thread
import pytest
from hostile import Hostile, Seen, document
from service import IDENTITY
from test_sign_in_device import GRANTED, metadata, refusal

from modport import AsyncClient, AsyncSignIn, MemoryStore, SignInError, api
from modport.signin.tokens import Tokens

pytestmark = pytest.mark.anyio
Call = Callable[[], Coroutine[Any, Any, object]]
Cancellation = Callable[[Call, "Slow"], Awaitable[None]]


class Slow:
    """A step that waits for the test."""

    def __init__(self) -> None:
        self._begun, self._may_end = threading.Event(), threading.Event()

    def wait(self) -> None:
        self._begun.set()
        self._may_end.wait(20)

    async def begun(self) -> None:
        assert await anyio.to_thread.run_sync(self._begun.wait, 20)

    async def end(self) -> None:
        # The cancelled task would leave now, unless it waits for the step.
        await anyio.sleep(0.1)
        self._may_end.set()


class SlowRefresh(Slow):
    """A service whose refresh waits for the test."""

    def __init__(self, server: Hostile, result: bytes) -> None:
        super().__init__()
        self._server = server
        self._result = result
        server.handler = self.handle

    def handle(self, seen: Seen) -> bytes:
        if seen.path == "/t":
            self.wait()
            return self._result
        return document(metadata(self._server))


async def cancelled_by_asyncio(call: Call, step: Slow) -> None:
    task = asyncio.ensure_future(call())
    await step.begun()
    task.cancel()
    await step.end()
    with pytest.raises(asyncio.CancelledError):
        await task


async def cancelled_by_wait_for(call: Call, step: Slow) -> None:
    async with anyio.create_task_group() as group:

        async def end() -> None:
            await step.begun()
            await anyio.sleep(0.3)
            await step.end()

        group.start_soon(end)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(call(), 0.3)


async def cancelled_by_a_scope(call: Call, step: Slow) -> None:
    async with anyio.create_task_group() as group:
        group.start_soon(call)
        await step.begun()
        group.cancel_scope.cancel()
        with anyio.CancelScope(shield=True):
            await step.end()


each_cancellation = pytest.mark.parametrize(
    "cancelled", [cancelled_by_asyncio, cancelled_by_wait_for, cancelled_by_a_scope]
)


@pytest.fixture
def store() -> MemoryStore:
    """A store with an expired access token."""
    store = MemoryStore()
    store.save(Tokens("old", "old-refresh", "mods:read", 0))
    return store


async def call_of(server: Hostile, store: MemoryStore) -> tuple[AsyncClient, Call]:
    user = await AsyncSignIn(server.base_url, "c", store, identity=IDENTITY).restore()
    client = AsyncClient(server.base_url, identity=IDENTITY, token=user)
    return client, lambda: client.send(api.catalog.list_games())


@each_cancellation
async def test_a_refresh_is_completed_and_kept_although_its_task_is_cancelled(
    server: Hostile,
    store: MemoryStore,
    cancelled: Cancellation,
) -> None:
    refresh = SlowRefresh(server, document(GRANTED))
    client, call = await call_of(server, store)
    async with client:
        await cancelled(call, refresh)
    tokens = store.load()
    assert tokens is not None
    assert (tokens.access_token, tokens.refresh_token) == ("a", "r")
    assert store.acquire()
    assert server.of("GET", "/v1/") == []


@each_cancellation
async def test_a_cancelled_task_ends_also_if_its_refresh_fails(
    server: Hostile,
    store: MemoryStore,
    cancelled: Cancellation,
) -> None:
    refresh = SlowRefresh(server, refusal("invalid_grant"))
    client, call = await call_of(server, store)
    async with client:
        await cancelled(call, refresh)
    assert server.of("GET", "/v1/") == []


async def test_a_refused_refresh_raises_its_own_error(server: Hostile, store: MemoryStore) -> None:
    refresh = SlowRefresh(server, refusal("invalid_grant"))
    client, call = await call_of(server, store)
    async with client:
        await refresh.end()
        with pytest.raises(SignInError) as caught:
            await call()
    assert caught.value.code == "invalid_grant"
    assert store.load() is None

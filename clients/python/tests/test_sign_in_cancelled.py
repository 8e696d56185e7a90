"""A sign-in that is cancelled after its tokens arrived, or before."""

from __future__ import annotations

import threading
import time

import pytest
from hostile import Hostile, Seen, document, response
from service import IDENTITY
from signing import SCOPES
from test_async_refresh import Cancellation, Slow, cancelled_by_a_scope, cancelled_by_asyncio
from test_sign_in_device import GRANTED, DeviceService

from modport import AsyncSignIn, Cancelled, CancelToken, MemoryStore, SignIn
from modport.signin.tokens import Tokens

METADATA = "/.well-known/oauth-authorization-server"


class Checked(DeviceService):
    """A device flow whose tokens have to be checked with the keys of the service."""

    def __init__(self, server: Hostile) -> None:
        super().__init__(server, document({**GRANTED, "id_token": "x"}), interval=1)

    def handle(self, seen: Seen) -> bytes:
        return response(200) if seen.path == "/r" else super().handle(seen)


class Busy(Checked):
    """Refuses a read for a minute. The user cancels shortly afterwards."""

    def __init__(self, server: Hostile, path: str, cancel: CancelToken) -> None:
        super().__init__(server)
        self._path, self._cancel = path, cancel

    def handle(self, seen: Seen) -> bytes:
        if seen.path != self._path:
            return super().handle(seen)
        threading.Timer(0.3, self._cancel.cancel).start()
        return response(503, Retry_After="60")


class SlowKeys(Checked):
    """Keys that wait for the test."""

    def __init__(self, server: Hostile, step: Slow) -> None:
        super().__init__(server)
        self._step = step

    def handle(self, seen: Seen) -> bytes:
        if seen.path == "/k":
            self._step.wait()
        return super().handle(seen)


class SlowMetadata(Checked):
    """Metadata that waits for the test."""

    def __init__(self, server: Hostile, step: Slow) -> None:
        super().__init__(server)
        self._step = step

    def handle(self, seen: Seen) -> bytes:
        if seen.path == METADATA:
            self._step.wait()
        return super().handle(seen)


@pytest.mark.parametrize(("path", "revocations"), [(METADATA, 0), ("/k", 1)])
def test_a_cancel_token_ends_the_wait_for_another_read(
    server: Hostile, path: str, revocations: int
) -> None:
    cancel = CancelToken()
    Busy(server, path, cancel)
    sign_in = SignIn(server.base_url, "c", MemoryStore(), identity=IDENTITY)
    started = time.monotonic()
    with pytest.raises(Cancelled):
        sign_in.by_device(SCOPES, lambda _: None, cancel=cancel)
    assert time.monotonic() - started < 20
    assert len(server.of("POST", "/r")) == revocations


@pytest.mark.anyio
@pytest.mark.parametrize("cancelled", [cancelled_by_asyncio, cancelled_by_a_scope])
async def test_tokens_are_revoked_if_the_task_is_cancelled_before_their_check(
    server: Hostile, cancelled: Cancellation
) -> None:
    keys, store = Slow(), MemoryStore()
    SlowKeys(server, keys)
    sign_in = AsyncSignIn(server.base_url, "c", store, identity=IDENTITY)
    await cancelled(lambda: sign_in.by_device(SCOPES, lambda _: None), keys)
    assert [it.body for it in server.of("POST", "/r")] == [b"client_id=c&token=r"]
    assert store.load() is None


class Kept(MemoryStore):
    """A store that cannot remove its tokens."""

    def clear(self) -> None:
        raise PermissionError(13, "the file is in use")


@pytest.mark.anyio
@pytest.mark.parametrize("cancelled", [cancelled_by_asyncio, cancelled_by_a_scope])
async def test_a_cancelled_sign_out_stays_cancelled_if_the_store_cannot_remove_the_tokens(
    server: Hostile, cancelled: Cancellation
) -> None:
    metadata, store = Slow(), Kept()
    SlowMetadata(server, metadata)
    store.save(Tokens("a", "r", "", time.time() + 600))
    sign_in = AsyncSignIn(server.base_url, "c", store, identity=IDENTITY)
    await cancelled(sign_in.sign_out, metadata)

"""Locks that a thread takes for a task that is cancelled meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest
from hostile import ARTIFACT, Hostile, document
from service import IDENTITY
from test_async_refresh import Call, Cancellation, Slow, call_of, each_cancellation
from test_sign_in_device import GRANTED, metadata

from modport import AsyncClient, MemoryStore, UploadRequest
from modport.downloads import flow as downloads
from modport.downloads.partial import PartialFile
from modport.signin.tokens import Tokens
from modport.uploads import flow as uploads
from modport.uploads.record import UploadRecord

pytestmark = pytest.mark.anyio


class SlowStore(MemoryStore):
    """A store with an expired access token, whose lock is taken before the test goes on."""

    def __init__(self, step: Slow) -> None:
        super().__init__()
        self._step = step
        self.save(Tokens("old", "old-refresh", "mods:read", 0))

    def acquire(self) -> bool:
        is_taken = super().acquire()
        self._step.wait()
        return is_taken


@each_cancellation
async def test_a_cancelled_task_releases_the_lock_of_its_store(
    server: Hostile, cancelled: Cancellation
) -> None:
    server.handler = lambda seen: document(GRANTED if seen.path == "/t" else metadata(server))
    step = Slow()
    store = SlowStore(step)
    client, call = await call_of(server, store)
    async with client:
        await cancelled(call, step)
    assert store.acquire()
    assert server.of("POST", "/t") == []


@each_cancellation
async def test_a_cancelled_task_releases_the_lock_of_a_download(
    server: Hostile, cancelled: Cancellation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Slow()

    class SlowFile(PartialFile):
        def __init__(self, target: Path, artifact_id: str) -> None:
            super().__init__(target, artifact_id)
            step.wait()

    monkeypatch.setattr(downloads, "PartialFile", SlowFile)
    target = tmp_path / "mod.zip"
    async with AsyncClient(server.base_url, identity=IDENTITY) as client:
        call: Call = lambda: client.download(ARTIFACT, target)  # noqa: E731
        await cancelled(call, step)
    PartialFile(target, ARTIFACT).close()
    assert server.seen == []


@each_cancellation
async def test_a_cancelled_task_releases_the_lock_of_an_upload(
    server: Hostile, cancelled: Cancellation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Slow()

    class SlowRecord(UploadRecord):
        def __init__(self, path: Path) -> None:
            super().__init__(path)
            step.wait()

    monkeypatch.setattr(uploads, "UploadRecord", SlowRecord)
    file, state = tmp_path / "mod.zip", tmp_path / "state.json"
    file.write_bytes(b"mod")
    request = UploadRequest(mod_id=ARTIFACT, version_id=ARTIFACT)
    async with AsyncClient(server.base_url, identity=IDENTITY, token="t") as client:
        call: Call = lambda: client.upload(file, request, state=state)  # noqa: E731
        await cancelled(call, step)
    UploadRecord(state).close()
    assert server.seen == []

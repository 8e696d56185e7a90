"""Transfers that another process interrupts, competes with, or has no room for."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import anyio
import pytest
from downloading import assert_only
from service import IDENTITY, STORAGE, Facts, Mod, Proxy, rule
from uploading import CREATE, MEBIBYTE, archive, version

from modport import AsyncClient, BusyError, Client, UploadRequest, UploadSession, api

TESTS = Path(__file__).parent


@contextmanager
def child(**options: Any) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, str(TESTS / "child.py"), json.dumps(options)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": f"{TESTS.parent / 'src'}:{TESTS}", "PYTHONDONTWRITEBYTECODE": "1"},
    )
    with process:
        yield process
        process.kill()


def downloading(
    facts: Facts, mod: Mod, target: Path, **options: int
) -> AbstractContextManager[subprocess.Popen[str]]:
    """Download in another process."""
    return child(
        base_url=facts.base_url, artifact_id=mod.artifact_id, target=str(target), **options
    )


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_killed_download_continues_at_the_last_byte(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts["large-pack"], tmp_path / "mod.zip"
    with downloading(facts, mod, target, pause_at=2_000_000) as process:
        assert line(process) == "paused"
        process.kill()
    size = target.with_name("mod.zip.part").stat().st_size
    assert size >= 2_000_000
    assert not target.exists()
    client.download(mod.artifact_id, target)
    assert proxy.log("GET", STORAGE)[-1]["range"] == f"bytes={size}-"
    assert_only(target, mod.sha256)


def test_two_processes_on_one_target_never_mix_their_bytes(
    client: Client, facts: Facts, tmp_path: Path
) -> None:
    mod, target = facts["large-pack"], tmp_path / "mod.zip"
    with downloading(facts, mod, target, pause_at=1) as process:
        assert line(process) == "paused"
        with pytest.raises(BusyError, match="another process"):
            client.download(mod.artifact_id, target)
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
        assert line(process) == "done"
    assert_only(target, mod.sha256)


def test_a_full_disk_is_an_error_and_the_next_call_continues(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts["large-pack"], tmp_path / "mod.zip"
    with downloading(facts, mod, target, largest_file=3_000_000) as process:
        assert line(process) == "OSError"
    assert not target.exists()
    assert target.with_name("mod.zip.part").stat().st_size == 3_000_000
    client.download(mod.artifact_id, target)
    assert proxy.log("GET", STORAGE)[-1]["range"] == "bytes=3000000-"
    assert_only(target, mod.sha256)


def kill_upload(facts: Facts, file: Path, request: UploadRequest, **options: Any) -> None:
    """Upload in another process, which is killed after ``pause_at`` bytes."""
    declared = {"mod_id": str(request.mod_id), "version_id": str(request.version_id)}
    with child(
        base_url=facts.base_url, token=facts.token, file=str(file), upload=declared, **options
    ) as process:
        assert line(process) == "paused"
        process.kill()


def test_a_killed_upload_continues_its_session(
    creator: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    file, request = archive(tmp_path / "mod.zip", 3_000_000), version(creator, facts)
    kill_upload(facts, file, request, pause_at=1_000_000)
    session = creator.upload(file, request)
    assert session.status == "ready"
    created = proxy.log("POST", CREATE)
    assert len({it["headers"]["idempotency-key"] for it in created}) == 1


@pytest.mark.parametrize("is_async", [False, True])
def test_a_killed_upload_in_parts_sends_only_the_missing_ones_without_another_create(
    creator: Client, facts: Facts, proxy: Proxy, tmp_path: Path, is_async: bool
) -> None:
    file, request = archive(tmp_path / "mod.zip", 101 * MEBIBYTE), version(creator, facts)
    kill_upload(facts, file, request, pause_at=70 * MEBIBYTE, is_async=is_async)
    upload_id = json.loads((tmp_path / "mod.zip.upload.json").read_text())["upload_id"]
    progress = creator.send(api.uploads.get_upload_session(UUID(upload_id))).data.progress
    confirmed = len(progress.completed_parts)
    assert 0 < confirmed < progress.total_parts == 7
    proxy.reset()
    # As after a day, when the service has forgotten the key of the create.
    proxy.rules(rule(CREATE, "refuse", method="POST", times=99))
    session = again(facts, file, request) if is_async else creator.upload(file, request)
    assert session.upload_id == upload_id
    # The scan leaves so large a file to a moderator.
    assert session.needs_review
    assert proxy.log("POST", CREATE) == []
    # A part that arrived at the moment of the kill may be confirmed after it.
    assert 0 < len(proxy.log("PUT", STORAGE)) <= progress.total_parts - confirmed


def again(facts: Facts, file: Path, request: UploadRequest) -> UploadSession:
    """Upload by the asynchronous client."""

    async def upload() -> UploadSession:
        async with AsyncClient(facts.base_url, identity=IDENTITY, token=facts.token) as client:
            return await client.upload(file, request)

    return anyio.run(upload)

"""Transfers that another process interrupts, competes with, or has no room for."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from service import STORAGE, Facts, Proxy
from test_download import assert_only
from uploading import archive, version

from modport import BusyError, Client

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


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_killed_download_continues_at_the_last_byte(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts["large-pack"], tmp_path / "mod.zip"
    with child(
        base_url=facts.base_url, artifact_id=mod.artifact_id, target=str(target), pause_at=2_000_000
    ) as process:
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
    with child(
        base_url=facts.base_url, artifact_id=mod.artifact_id, target=str(target), pause_at=1
    ) as process:
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
    with child(
        base_url=facts.base_url,
        artifact_id=mod.artifact_id,
        target=str(target),
        largest_file=3_000_000,
    ) as process:
        assert line(process) == "OSError"
    assert not target.exists()
    assert target.with_name("mod.zip.part").stat().st_size == 3_000_000
    client.download(mod.artifact_id, target)
    assert proxy.log("GET", STORAGE)[-1]["range"] == "bytes=3000000-"
    assert_only(target, mod.sha256)


def test_a_killed_upload_continues_its_session(
    creator: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    file, request = archive(tmp_path / "mod.zip", 3_000_000), version(creator, facts)
    declared = {"mod_id": str(request.mod_id), "version_id": str(request.version_id)}
    with child(
        base_url=facts.base_url,
        token=facts.token,
        file=str(file),
        upload=declared,
        pause_at=1_000_000,
    ) as process:
        assert line(process) == "paused"
        process.kill()
    session = creator.upload(file, request)
    assert session.status == "ready"
    created = proxy.log("POST", "^/v1/uploads$")
    assert len({it["headers"]["idempotency-key"] for it in created}) == 1


def test_a_large_file_is_sent_in_parts_and_continues_after_a_kill(
    creator: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    file, request = archive(tmp_path / "mod.zip", 101 * 1024 * 1024), version(creator, facts)
    declared = {"mod_id": str(request.mod_id), "version_id": str(request.version_id)}
    with child(
        base_url=facts.base_url,
        token=facts.token,
        file=str(file),
        upload=declared,
        pause_at=70 * 1024 * 1024,
    ) as process:
        assert line(process) == "paused"
        process.kill()
    # The scan leaves so large a file to a moderator.
    assert creator.upload(file, request).needs_review
    complete = [it for it in proxy.log("PUT", STORAGE) if it["status"] == 200]
    # Seven parts. Those that arrived before the kill are not sent again.
    assert 7 <= len(complete) <= 11

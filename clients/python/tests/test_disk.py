"""Files that another program has open for a moment, and locks."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from modport import _disk
from modport._disk import FileLock, read_json_object, write_atomically
from modport.signin.store import FileStore


def in_use(monkeypatch: pytest.MonkeyPatch, name: str, times: int) -> list[int]:
    """Let a method of Path fail so often, as on Windows. Return the list of its failures."""
    original = getattr(Path, name)
    failures: list[int] = []

    def fail(path: Path, *args: Any) -> Any:
        if len(failures) == times:
            return original(path, *args)
        failures.append(1)
        raise PermissionError(13, "the file is in use")

    monkeypatch.setattr(Path, name, fail)
    return failures


def test_a_replacement_waits_on_windows_for_a_program_that_reads_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_disk, "_IS_WINDOWS", True)
    failures = in_use(monkeypatch, "replace", 2)
    write_atomically(tmp_path / "tokens.json", b"{}")
    assert len(failures) == 2
    assert (tmp_path / "tokens.json").read_bytes() == b"{}"


def test_a_read_waits_on_windows_for_a_program_that_replaces_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tokens.json").write_text(json.dumps({"a": 1}))
    monkeypatch.setattr(_disk, "_IS_WINDOWS", True)
    in_use(monkeypatch, "open", 2)
    assert read_json_object(tmp_path / "tokens.json") == {"a": 1}


@pytest.mark.parametrize(("is_windows", "most"), [(True, 100), (False, 1)])
def test_a_replacement_that_stays_refused_is_an_error_and_leaves_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_windows: bool, most: int
) -> None:
    monkeypatch.setattr(_disk, "_IS_WINDOWS", is_windows)
    monkeypatch.setattr(_disk, "_IN_USE_SECONDS", 0.05)
    failures = in_use(monkeypatch, "replace", 1000)
    with pytest.raises(PermissionError):
        write_atomically(tmp_path / "tokens.json", b"{}")
    assert (len(failures) > 1) is is_windows
    assert len(failures) <= most
    assert list(tmp_path.iterdir()) == []


def refuse_locks(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let each attempt to lock a file fail with this error. Skip the test on Windows."""
    fcntl = pytest.importorskip("fcntl", reason="Windows locks files with another function")

    def refuse(handle: int, operation: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refuse)


def open_handles(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """Return the set of the handles that ``os.open`` opens from now on and nothing has closed."""
    handles: set[int] = set()
    original_open, original_close = os.open, os.close

    def record(*args: Any, **options: Any) -> int:
        handle = original_open(*args, **options)
        handles.add(handle)
        return handle

    def forget(handle: int) -> None:
        original_close(handle)
        handles.discard(handle)

    monkeypatch.setattr(os, "open", record)
    monkeypatch.setattr(os, "close", forget)
    return handles


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EIO, errno.EOPNOTSUPP])
def test_a_file_that_cannot_be_locked_is_an_error_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    refuse_locks(monkeypatch, number)
    handles = open_handles(monkeypatch)
    with pytest.raises(OSError, match="cannot lock the file") as raised:
        FileLock(tmp_path / "a.lock").acquire()
    assert raised.value.errno == number
    assert raised.value.filename == str(tmp_path / "a.lock")
    assert handles == set()


@pytest.mark.parametrize("number", [errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES])
def test_a_lock_that_another_process_has_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    refuse_locks(monkeypatch, number)
    assert FileLock(tmp_path / "a.lock").acquire() is False


def test_a_file_store_that_cannot_be_locked_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_locks(monkeypatch, errno.ENOLCK)
    with pytest.raises(OSError, match="cannot lock the file"):
        FileStore(tmp_path / "folder" / "tokens.json").acquire()

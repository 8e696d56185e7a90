"""Files that survive a crash: locks between processes, atomic writes, durable renames."""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_LONGEST_STATE = 64 * 1024
# The errors of a lock that another one has. Windows and some network file systems say EACCES.
_BUSY = {errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES}
_IS_WINDOWS = sys.platform == "win32"
# Programs that read a small file, such as scanners for viruses, need far less.
_IN_USE_SECONDS = 1.0
_IN_USE_POLL_SECONDS = 0.02

T = TypeVar("T")


class FileLock:
    """An exclusive lock between processes. The system releases it when the process ends."""

    def __init__(self, path: Path) -> None:
        """``path`` is a file of the lock alone."""
        self._path = path
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Take the lock and return True, or return False if another one has it.

        Raises OSError if the file cannot be locked, for example on a file system without locks.
        """
        while True:
            flags = (
                os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
                if os.name == "posix"
                else os.O_RDWR | os.O_CREAT
            )
            handle = os.open(self._path, flags | _NO_FOLLOW, 0o600)
            try:
                is_taken = _try_lock(handle)
            except OSError as error:
                os.close(handle)
                reason = f"cannot lock the file: {error.strerror}"
                raise OSError(error.errno, reason, str(self._path)) from error
            if not is_taken:
                os.close(handle)
                return False
            if self._is_current(handle):
                self._handle = handle
                return True
            # The former owner removed the file after this process had opened it.
            os.close(handle)

    def release(self, *, remove: bool = False) -> None:
        """Release the lock, if it is held. ``remove`` deletes its file."""
        handle, self._handle = self._handle, None
        if handle is None:
            return
        if remove and os.name == "posix":
            self._path.unlink(missing_ok=True)
        os.close(handle)
        if remove and os.name != "posix":
            # Windows refuses while another process has it open.
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    def _is_current(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), os.stat(self._path))  # noqa: PTH116
        except FileNotFoundError:
            return False


def _try_lock(handle: int) -> bool:
    """Return False if another one has the lock. Raises any other OSError."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in _BUSY:
            raise
        return False
    return True


def open_regular(path: Path) -> int:
    """Open a file for reading and writing, and create it. Raises OSError unless it is a file."""
    flags = os.O_RDWR | os.O_CREAT | _NO_FOLLOW | _BINARY | getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, flags, 0o666)
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return handle
    os.close(handle)
    raise OSError(f"not a regular file: {path}")


def write_all(handle: int, chunk: bytes) -> None:
    """Write all bytes. Raises OSError, for example if the disk is full."""
    view = memoryview(chunk)
    while view:
        view = view[os.write(handle, view) :]


def write_atomically(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Replace a file so that a crash leaves the former or the new content, both complete."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:64]}.", dir=path.parent)
    temporary = Path(name)
    try:
        try:
            write_all(handle, content)
            os.fsync(handle)
        finally:
            os.close(handle)
        temporary.chmod(mode)
        _while_in_use(lambda: temporary.replace(path))
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def _while_in_use(work: Callable[[], T]) -> T:
    """Replace or read a file: on Windows again while another program has the file open.

    Raises PermissionError if that takes more than about a second.
    """
    until = time.monotonic() + _IN_USE_SECONDS
    while True:
        try:
            return work()
        except PermissionError:
            if not _IS_WINDOWS or time.monotonic() >= until:
                raise
        time.sleep(_IN_USE_POLL_SECONDS)


def sync_folder(path: Path) -> None:
    """Make a rename durable. Windows has no such call."""
    if os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        # Some file systems cannot sync a folder.
        with suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


def read_json_object(path: Path) -> dict[str, Any] | None:
    """Read a small file of JSON. Returns None if it is missing, damaged or no object."""
    try:
        value = json.loads(_while_in_use(lambda: _read_start(path)))
    except (OSError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _read_start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_LONGEST_STATE)

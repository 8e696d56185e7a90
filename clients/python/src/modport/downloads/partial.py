"""The partial file of a download: its bytes, its ids and its lock."""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

from .._disk import (
    FileLock,
    open_regular,
    read_json_object,
    sync_folder,
    write_all,
    write_atomically,
)
from ..errors import BusyError
from .source import Job

_BLOCK = 1024 * 1024


class PartialFile:
    """Bytes that are not verified yet. They never have the final name."""

    def __init__(self, target: Path, artifact_id: str) -> None:
        """Lock the target and open its partial file.

        Raises BusyError if another process downloads to the same target, and OSError if the folder
        is missing or not writable. Bytes of another artifact are dropped.
        """
        self.target = target
        self._artifact_id = artifact_id
        self._part = target.with_name(f"{target.name}.part")
        self._state = target.with_name(f"{target.name}.part.json")
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
        self._lock = FileLock(target.with_name(f"{target.name}.part.lock"))
        if not self._lock.acquire():
            raise BusyError(f"another process downloads to {target}")
        self._handle = -1
        self._is_finished = False
        try:
            self._handle = open_regular(self._part)
            self.job = self._restored()
            self.offset = os.fstat(self._handle).st_size
            if self.offset and self.job is None:
                self.restart()
        except BaseException:
            self.close()
            raise
        self.is_mixed = False
        """Whether the bytes came from more than one response."""

    def _restored(self) -> Job | None:
        state = read_json_object(self._state) or {}
        if state.get("artifact_id") != self._artifact_id:
            return None
        ids = (state.get("download_job_id"), state.get("grant_id"), state.get("session_id"))
        return Job(*(it if isinstance(it, str) else None for it in ids))

    def remember(self, job: Job) -> None:
        """Store the ids for a later call. No address is ever stored."""
        if job == self.job and self._state.exists():
            return
        self.job = job
        state = {
            "artifact_id": self._artifact_id,
            "download_job_id": job.job_id,
            "grant_id": job.grant_id,
            "session_id": job.session_id,
        }
        write_atomically(self._state, json.dumps(state).encode())

    def append(self, chunk: bytes) -> None:
        """Write bytes at the end. Raises OSError if the disk is full."""
        os.lseek(self._handle, self.offset, os.SEEK_SET)
        try:
            write_all(self._handle, chunk)
        finally:
            self.offset = os.lseek(self._handle, 0, os.SEEK_CUR)

    def restart(self) -> None:
        """Drop all bytes."""
        os.ftruncate(self._handle, 0)
        self.offset = 0
        self.is_mixed = False

    def digest(self, check: Callable[[int], None]) -> str:
        """Return the SHA-256 of what is on disk. ``check`` gets the number of read bytes."""
        digest = hashlib.sha256()
        os.lseek(self._handle, 0, os.SEEK_SET)
        done = 0
        while block := os.read(self._handle, _BLOCK):
            digest.update(block)
            done += len(block)
            check(done)
        return digest.hexdigest()

    def finish(self) -> None:
        """Give the verified bytes their final name, durably."""
        os.fsync(self._handle)
        # Windows renames no open file.
        self._close_handle()
        self._part.replace(self.target)
        sync_folder(self.target.parent)
        self._state.unlink(missing_ok=True)
        self._is_finished = True

    def discard(self) -> None:
        """Remove the bytes and the ids."""
        self._close_handle()
        self._part.unlink(missing_ok=True)
        self._state.unlink(missing_ok=True)
        self._is_finished = True

    def close(self) -> None:
        """Release the file and the lock. Bytes that arrived stay for a later call."""
        if self._handle >= 0 and not self._is_finished and not os.fstat(self._handle).st_size:
            # Nothing arrived, so there is nothing to continue.
            self.discard()
        self._close_handle()
        self._lock.release(remove=True)

    def _close_handle(self) -> None:
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)

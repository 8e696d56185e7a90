"""The state file of an upload, so that a restarted program continues the same session."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any
from uuid import UUID

from .._calls import idempotency_key
from .._disk import FileLock, read_json_object, write_atomically
from ..errors import BusyError

_PART_BYTES = 16 * 1024 * 1024
"""The size of a part (section 8 of the contract)."""


class UploadRecord:
    """The keys and the session of one upload. They grant nothing without a token."""

    def __init__(self, path: Path) -> None:
        """Lock the state file. Raises BusyError if another process uploads the same file."""
        self._path = path
        self._lock = FileLock(path.with_name(f"{path.name}.lock"))
        if not self._lock.acquire():
            raise BusyError(f"another process uploads with {path}")
        self._declaration = ""
        self.create_key = ""
        self.complete_key = ""
        self.upload_id: str | None = None
        """The session, as soon as the service has named it. It outlives the keys."""
        self.part_bytes = _PART_BYTES
        """The size of its parts, which only its create says."""

    def find(self, body: dict[str, Any]) -> bool:
        """Take over an interrupted upload of the same declaration. Returns whether there is one."""
        text = json.dumps(body, sort_keys=True, ensure_ascii=True)
        self._declaration = hashlib.sha256(text.encode()).hexdigest()
        state = read_json_object(self._path) or {}
        keys = (state.get("create_key"), state.get("complete_key"))
        if state.get("declaration") != self._declaration or not all(map(_is_key, keys)):
            return False
        self.create_key, self.complete_key = str(keys[0]), str(keys[1])
        self.upload_id = _upload_id(state.get("upload_id"))
        self.part_bytes = _part_bytes(state.get("part_bytes"))
        return True

    def renew(self, upload_id: str | None = None) -> None:
        """Store new keys before they are used, for a new session or a known one."""
        self.create_key, self.complete_key = idempotency_key(), idempotency_key()
        self.upload_id, self.part_bytes = upload_id, _PART_BYTES
        self._write()

    def keep(self, upload_id: str, part_bytes: int | None) -> None:
        """Store the session that the keys belong to, and the size of its parts if it has some."""
        kept = (upload_id, part_bytes or self.part_bytes)
        if (self.upload_id, self.part_bytes) != kept:
            self.upload_id, self.part_bytes = kept
            self._write()

    def _write(self) -> None:
        state = {
            "declaration": self._declaration,
            "create_key": self.create_key,
            "complete_key": self.complete_key,
            "upload_id": self.upload_id,
            "part_bytes": self.part_bytes,
        }
        write_atomically(self._path, json.dumps(state).encode())

    def forget(self) -> None:
        """Remove the state: the upload is final."""
        self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Release the lock."""
        self._lock.release(remove=True)


def _is_key(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= len(idempotency_key())


def _part_bytes(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    return _PART_BYTES


def _upload_id(value: object) -> str | None:
    try:
        return str(UUID(value)) if isinstance(value, str) else None
    except ValueError:
        return None

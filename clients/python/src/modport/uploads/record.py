"""The state file of an upload, so that a restarted program continues the same session."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from .._calls import idempotency_key
from .._disk import FileLock, read_json_object, write_atomically
from ..errors import BusyError


class UploadRecord:
    """The keys of one upload. They repeat requests, and grant nothing without a token."""

    def __init__(self, path: Path) -> None:
        """Lock the state file. Raises BusyError if another process uploads the same file."""
        self._path = path
        self._lock = FileLock(path.with_name(f"{path.name}.lock"))
        if not self._lock.acquire():
            raise BusyError(f"another process uploads with {path}")
        self._declaration = ""
        self.create_key = ""
        self.complete_key = ""

    def begin(self, body: dict[str, Any]) -> bool:
        """Take over the keys of an interrupted upload of the same declaration.

        Otherwise stores new ones before they are used. Returns whether there were some.
        """
        text = json.dumps(body, sort_keys=True, ensure_ascii=True)
        self._declaration = hashlib.sha256(text.encode()).hexdigest()
        state = read_json_object(self._path) or {}
        keys = (state.get("create_key"), state.get("complete_key"))
        if state.get("declaration") == self._declaration and all(map(_is_key, keys)):
            self.create_key, self.complete_key = str(keys[0]), str(keys[1])
            return True
        self.renew()
        return False

    def renew(self) -> None:
        """Store new keys, for a new session."""
        self.create_key, self.complete_key = idempotency_key(), idempotency_key()
        state = {
            "declaration": self._declaration,
            "create_key": self.create_key,
            "complete_key": self.complete_key,
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

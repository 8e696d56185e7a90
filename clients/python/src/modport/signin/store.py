"""Where tokens are kept: a protected file, or the memory of the process."""

from __future__ import annotations

import json
import os
import stat
import threading
from pathlib import Path
from typing import Protocol

from .._disk import FileLock, read_json_object, write_atomically
from ..errors import SignInError
from .tokens import Tokens, from_document

_FOLDER_MODE = 0o700
_FILE_MODE = 0o600


class TokenStore(Protocol):
    """Keeps the tokens of one user at one service, for one process at a time."""

    def load(self) -> Tokens | None:
        """Return the tokens, or None."""
        ...

    def save(self, tokens: Tokens) -> None:
        """Replace the tokens."""
        ...

    def clear(self) -> None:
        """Remove the tokens."""
        ...

    def acquire(self) -> bool:
        """Take the lock of the store, or return False if another one has it."""
        ...

    def release(self) -> None:
        """Release the lock."""
        ...


class MemoryStore:
    """Forgets everything when the process ends."""

    def __init__(self) -> None:
        """Nothing is stored yet."""
        self._tokens: Tokens | None = None
        self._lock = threading.Lock()

    def load(self) -> Tokens | None:
        """Return the tokens, or None."""
        return self._tokens

    def save(self, tokens: Tokens) -> None:
        """Replace the tokens."""
        self._tokens = tokens

    def clear(self) -> None:
        """Remove the tokens."""
        self._tokens = None

    def acquire(self) -> bool:
        """Take the lock, or return False."""
        return self._lock.acquire(blocking=False)

    def release(self) -> None:
        """Release the lock."""
        self._lock.release()


class FileStore:
    """A file that only its owner can read, in a folder that only its owner can enter."""

    def __init__(self, path: str | Path) -> None:
        """Create the folder if it is missing. ``path`` is the file."""
        self._path = Path(path).absolute()
        self._lock: FileLock | None = None

    def load(self) -> Tokens | None:
        """Return the tokens, or None if there are none or the file is damaged.

        A file of version 0.1.0 names no service, so it counts as damaged.

        Raises SignInError if others can read the file.
        """
        if not self._path.exists():
            return None
        self._check_private()
        document = read_json_object(self._path)
        try:
            return None if document is None else from_document(document)
        except ValueError:
            return None

    def save(self, tokens: Tokens) -> None:
        """Replace the file in one step, so that a crash leaves complete tokens."""
        self._make_folder()
        write_atomically(self._path, json.dumps(tokens.document()).encode(), _FILE_MODE)

    def clear(self) -> None:
        """Remove the file."""
        self._path.unlink(missing_ok=True)

    def acquire(self) -> bool:
        """Take the lock between processes, or return False."""
        self._make_folder()
        lock = FileLock(self._path.with_name(f"{self._path.name}.lock"))
        if not lock.acquire():
            return False
        self._lock = lock
        return True

    def release(self) -> None:
        """Release the lock. Its file stays."""
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()

    def _make_folder(self) -> None:
        folder = self._path.parent
        if not folder.exists():
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=_FOLDER_MODE, exist_ok=True)
            return
        if os.name == "posix" and stat.S_IMODE(folder.stat().st_mode) & 0o022:
            raise SignInError("unsafe_store", f"others can write to {folder}")

    def _check_private(self) -> None:
        if os.name != "posix":
            # Windows protects the profile of a user by itself.
            return
        facts = self._path.lstat()
        is_private = stat.S_ISREG(facts.st_mode) and not stat.S_IMODE(facts.st_mode) & 0o077
        if not is_private or facts.st_uid != os.geteuid():
            raise SignInError("unsafe_store", f"others can read {self._path}")

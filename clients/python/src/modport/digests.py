"""Digests of files, without holding them in memory."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

_BLOCK = 1024 * 1024


def sha256_of(path: Path, check: Callable[[int], None] | None = None) -> str:
    """Return the SHA-256 of a file in hex. ``check`` gets the number of bytes read so far."""
    digest = hashlib.sha256()
    done = 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
            done += len(block)
            if check is not None:
                check(done)
    return digest.hexdigest()


def is_genuine(path: str | Path, sha256: str, size_bytes: int | None = None) -> bool:
    """Whether a file exists and has this digest, and this size if it is given."""
    file = Path(path)
    if not file.is_file():
        return False
    if size_bytes is not None and file.stat().st_size != size_bytes:
        return False
    return sha256_of(file) == sha256.lower()

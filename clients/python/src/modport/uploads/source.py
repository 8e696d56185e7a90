"""The file to upload. It must not change while it is sent."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from ..digests import sha256_of
from ..errors import FileChangedError

_BLOCK = 256 * 1024


class FileSource:
    """A file with its size and digest."""

    def __init__(self, path: Path, check: Callable[[int], None]) -> None:
        """Read the file once. ``check`` gets the number of bytes read so far.

        Raises OSError, ValueError for an empty file, and FileChangedError.
        """
        self.path = path
        self._facts = _facts(path)
        self.size_bytes = self._facts[0]
        if not self.size_bytes:
            raise ValueError(f"the file is empty: {path}")
        self.sha256 = sha256_of(path, check)
        self.check_unchanged()

    def check_unchanged(self) -> None:
        """Raise FileChangedError if the file is not the one that was read first."""
        try:
            is_same = _facts(self.path) == self._facts
        except OSError:
            is_same = False
        if not is_same:
            raise FileChangedError(f"the file changed while it was sent: {self.path}")


def _facts(path: Path) -> tuple[int, int, int, int]:
    stat = os.stat(path)  # noqa: PTH116 - one call for all facts
    return stat.st_size, stat.st_mtime_ns, stat.st_ino, stat.st_dev


class FilePart:
    """Some bytes of a file, as the body of a request."""

    def __init__(
        self, source: FileSource, start: int, size_bytes: int, advance: Callable[[int], None]
    ) -> None:
        """``advance`` gets the number of bytes of this part that were read."""
        self._source = source
        self._start = start
        self.size_bytes = size_bytes
        self._advance = advance

    def chunks(self) -> Iterator[bytes]:
        """Read the bytes. The last ones come only if the file did not change."""
        left = self.size_bytes
        with self._source.path.open("rb") as file:
            file.seek(self._start)
            while left:
                block = file.read(min(left, _BLOCK))
                left -= len(block)
                if not block or not left:
                    self._source.check_unchanged()
                if not block:
                    raise FileChangedError(f"the file is shorter now: {self._source.path}")
                yield block
                self._advance(self.size_bytes - left)

"""Helpers of the tests that download."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hostile import Hostile, Seen, document, resolution, response
from service import Mod

from modport import Client

CONTENT = bytes(range(256)) * 40

E = TypeVar("E", bound=BaseException)


def assert_only(target: Path, sha256: str) -> None:
    """The folder contains the verified file and nothing else."""
    assert hashlib.sha256(target.read_bytes()).hexdigest() == sha256
    assert [it.name for it in target.parent.iterdir()] == [target.name]


@dataclass(frozen=True)
class Download:
    """A mod, and where to download its file to."""

    client: Client
    mod: Mod
    target: Path

    @property
    def part(self) -> Path:
        """The file with the bytes that are not verified yet."""
        return self.target.with_name(f"{self.target.name}.part")

    def succeeds(self) -> None:
        """Download, and find only the right bytes in the folder."""
        self.client.download(self.mod.artifact_id, self.target)
        assert_only(self.target, self.mod.sha256)

    def fails(self, kind: type[E], **options: Any) -> E:
        """Download, and return the error. No file has the final name."""
        with pytest.raises(kind) as caught:
            self.client.download(self.mod.artifact_id, self.target, **options)
        assert not self.target.exists()
        return caught.value

    def leaves_nothing(self) -> bool:
        """Whether the folder is empty."""
        return list(self.target.parent.iterdir()) == []


def serve(server: Hostile, store: Any, resolved: Any = None) -> None:
    """Answer resolves with a document and the store's addresses by a function."""
    value = resolution(server, CONTENT) if resolved is None else resolved

    def handle(seen: Seen) -> bytes:
        if seen.path.endswith("/resolve"):
            return document(value)
        answer = store(seen)
        assert isinstance(answer, bytes)
        return answer

    server.handler = handle


def ranged(seen: Seen, **headers: str) -> bytes:
    """Serve the content as an honest store does."""
    start = int(seen.headers.get("range", "bytes=0-")[6:-1])
    if not start:
        return response(200, CONTENT, etag='"e"', **headers)
    span = f"bytes {start}-{len(CONTENT) - 1}/{len(CONTENT)}"
    return response(206, CONTENT[start:], etag='"e"', content_range=span, **headers)

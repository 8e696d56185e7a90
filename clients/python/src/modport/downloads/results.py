"""What a download reports."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Phase = Literal["receiving", "verifying", "done"]


@dataclass(frozen=True)
class DownloadProgress:
    """How far a download is."""

    phase: Phase
    received_bytes: int
    size_bytes: int


@dataclass(frozen=True)
class Downloaded:
    """A complete and verified file."""

    path: Path
    artifact_id: str
    size_bytes: int
    sha256: str
    original_filename: str | None
    """Text to display. ``safe_filename`` makes a file name of it."""
    was_present: bool = False
    """Whether the file was there already, with the same bytes."""

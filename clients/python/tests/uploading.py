"""Helpers of the tests that upload."""

from __future__ import annotations

import io
import itertools
import os
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from service import STORAGE, Facts, Proxy, rule

from modport import CancelToken, Client, TransportError, UploadProgress, UploadRequest, api
from modport.operation import Operation

CREATE = "^/v1/uploads$"
COMPLETE = "/complete$"
MEBIBYTE = 1024 * 1024

_NUMBERS = itertools.count()


def archive(path: Path, size_bytes: int = 2000) -> Path:
    """Write an archive with incompressible bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as file:
        file.writestr("data.bin", os.urandom(size_bytes))
    path.write_bytes(buffer.getvalue())
    return path


def next_version(facts: Facts) -> Operation[api.models.ModVersionResponse]:
    """Return the call that creates a version in state draft."""
    text = f"1.{time.time_ns()}.{next(_NUMBERS)}"
    body = api.models.CreateModVersionInput.from_dict({"version": text})
    return api.publishing.create_mod_version(facts.draft_mod, body=body)


def upload_of(created: api.models.ModVersionResponse, facts: Facts) -> UploadRequest:
    """Return the request for the file of a new version."""
    return UploadRequest(mod_id=facts.draft_mod, version_id=created.data.id)


def version(client: Client, facts: Facts) -> UploadRequest:
    """Create a version in state draft, and return the request for its file."""
    return upload_of(client.send(next_version(facts)), facts)


def cancel_after(sent_bytes: int, token: CancelToken) -> Callable[[UploadProgress], None]:
    """Return a report of progress that cancels as soon as so many bytes are sent."""

    def report(progress: UploadProgress) -> None:
        if progress.phase == "sending" and progress.done_bytes >= sent_bytes:
            token.cancel()

    return report


def interrupted(
    creator: Client, proxy: Proxy, request: UploadRequest, folder: Path
) -> tuple[Path, Path]:
    """Begin an upload whose store stays down. Return the file and its state file."""
    file = archive(folder / "mod.zip")
    proxy.rules(rule(STORAGE, "refuse", method="PUT", times=3))
    with pytest.raises(TransportError):
        creator.upload(file, request)
    return file, folder / "mod.zip.upload.json"


def keys(proxy: Proxy, path: str) -> list[str]:
    """Return the idempotency keys of the POSTs to a path."""
    return [it["headers"]["idempotency-key"] for it in proxy.log("POST", path)]

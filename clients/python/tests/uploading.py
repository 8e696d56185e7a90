"""Helpers of the tests that upload."""

from __future__ import annotations

import io
import itertools
import os
import time
import zipfile
from pathlib import Path

from service import Facts

from modport import Client, UploadRequest, api

_NUMBERS = itertools.count()


def archive(path: Path, size_bytes: int = 2000) -> Path:
    """Write an archive with incompressible bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as file:
        file.writestr("data.bin", os.urandom(size_bytes))
    path.write_bytes(buffer.getvalue())
    return path


def version(client: Client, facts: Facts) -> UploadRequest:
    """Create a version in state draft, and return the request for its file."""
    text = f"1.{time.time_ns()}.{next(_NUMBERS)}"
    body = api.models.CreateModVersionInput.from_dict({"version": text})
    operation = api.publishing.create_mod_version(facts.draft_mod, body=body)
    created = client.response(operation)
    return UploadRequest(mod_id=facts.draft_mod, version_id=created.value.data.id)

"""Programs that tests start in another process, to kill them or to limit their disk."""

from __future__ import annotations

import json
import resource  # noqa: TID253 (pytest does not collect this file)
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
from service import IDENTITY

from modport import (
    AsyncClient,
    Client,
    DownloadProgress,
    ModportError,
    UploadProgress,
    UploadRequest,
)


def main() -> None:
    options = json.loads(sys.argv[1])
    if "largest_file" in options:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        limit = options["largest_file"]
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    try:
        if options.get("is_async"):
            anyio.run(_upload, options)
        else:
            _transfer(options)
    except (ModportError, OSError) as error:
        print(type(error).__name__, flush=True)
        return
    print("done", flush=True)


def _transfer(options: dict[str, Any]) -> None:
    pausing = _pausing(options)
    with Client(options["base_url"], identity=IDENTITY, token=options.get("token")) as client:
        if "upload" in options:
            request = UploadRequest(**options["upload"])
            client.upload(options["file"], request, progress=pausing)
        else:
            client.download(options["artifact_id"], Path(options["target"]), progress=pausing)


async def _upload(options: dict[str, Any]) -> None:
    request = UploadRequest(**options["upload"])
    async with AsyncClient(
        options["base_url"], identity=IDENTITY, token=options["token"]
    ) as client:
        await client.upload(options["file"], request, progress=_pausing(options))


def _pausing(options: dict[str, Any]) -> Callable[[DownloadProgress | UploadProgress], None]:
    """Stop at a number of bytes: say so, and go on after a line of input."""
    is_open = True

    def pause(progress: DownloadProgress | UploadProgress) -> None:
        nonlocal is_open
        count = (
            progress.received_bytes
            if isinstance(progress, DownloadProgress)
            else progress.done_bytes
            if progress.phase == "sending"
            else 0
        )
        if is_open and count >= options.get("pause_at", sys.maxsize):
            is_open = False
            print("paused", flush=True)
            sys.stdin.readline()

    return pause


if __name__ == "__main__":
    main()

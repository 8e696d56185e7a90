"""Ctrl-C and a failed part stop the other parts of an upload."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import httpx
import pytest
from hostile import Hostile, response

from modport._effects import Flow, Request, send
from modport._sync import SyncDriver, _Stopped


class StoppedBody:
    """A body that the program stops after its first chunk."""

    size_bytes = 300

    def __init__(self, stop: threading.Event) -> None:
        self.read = 0
        self._stop = stop

    def chunks(self) -> Iterator[bytes]:
        for _ in range(3):
            self.read += 1
            yield b"x" * 100
            self._stop.set()


def test_a_stopped_part_is_not_sent_to_its_end(server: Hostile) -> None:
    server.handler = lambda _: response(200)
    stop = threading.Event()
    body = StoppedBody(stop)

    def put() -> Flow[None]:
        yield from send(Request(method="PUT", url=f"{server.origin}/part", body=body))

    with httpx.Client() as http, pytest.raises(_Stopped):
        SyncDriver(http).run(put(), stop)
    assert body.read == 2

"""Performs the effects of flows with blocking calls."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

import httpx

from ._effects import (
    PROBLEM_LIMIT,
    Complete,
    Flow,
    Receive,
    Received,
    Request,
    Revert,
    Run,
    Send,
    Sleep,
    Together,
)
from ._http import prepare, too_large, too_slow, translated
from .cancellation import CancelToken
from .errors import TransportError
from .operation import Reply

T = TypeVar("T")


class _Stopped(BaseException):
    """Another flow of the same group failed."""


class SyncDriver:
    """Runs flows in the calling thread."""

    def __init__(
        self,
        http: httpx.Client,
        sleep: Callable[[float], None] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """``sleep`` replaces the real one in tests."""
        self._http = http
        self._sleep = sleep
        self._monotonic = monotonic

    def run(self, flow: Flow[T], stop: threading.Event | None = None) -> T:
        """Run a flow to its end and return its result."""
        resume: Callable[[], Any] = lambda: next(flow)  # noqa: E731
        try:
            while True:
                effect = resume()
                if stop is not None and stop.is_set():
                    raise _Stopped
                try:
                    value = self._perform(effect, stop)
                except Exception as error:  # noqa: BLE001 - the flow decides
                    resume = _throwing(flow, error)
                else:
                    resume = _sending(flow, value)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            flow.close()

    def _perform(self, effect: object, stop: threading.Event | None) -> Any:
        match effect:
            case Send(request, limit):
                return self._send(request, limit, stop)
            case Receive():
                return self._receive(effect, stop)
            case Sleep(seconds, cancel):
                return self._wait(seconds, cancel)
            case Run(function):
                return function()
            case Together(flows):
                return self._together(list(flows))
            case Complete(flow):
                return self.run(flow)
            case Revert(flow, undo):
                return self._reverting(flow, undo)
        raise TypeError(f"not an effect: {effect!r}")

    def _wait(self, seconds: float, cancel: CancelToken | None) -> None:
        if self._sleep is not None:
            self._sleep(seconds)
        elif cancel is not None:
            cancel.wait(seconds)
        else:
            time.sleep(seconds)

    @contextmanager
    def _open(self, request: Request, stop: threading.Event | None) -> Iterator[httpx.Response]:
        prepared = prepare(request)
        if request.body is not None:
            prepared.stream = _SyncBody(request.body.chunks(), stop)
            prepared.headers["Content-Length"] = str(request.body.size_bytes)
        with translated(request.method):
            response = self._http.send(prepared, stream=True, auth=None, follow_redirects=False)
            try:
                yield response
            finally:
                response.close()

    def _send(self, request: Request, limit: int, stop: threading.Event | None) -> Reply:
        started = self._monotonic()
        with self._open(request, stop) as response:
            content = bytearray()
            for chunk in response.iter_bytes():
                content += chunk
                if len(content) > limit:
                    raise too_large(limit)
                if self._monotonic() - started > request.timeouts.total:
                    raise too_slow(request.timeouts.total)
            return Reply(response.status_code, dict(response.headers), bytes(content))

    def _receive(self, effect: Receive, stop: threading.Event | None) -> Received:
        request, sink = effect.request, effect.sink
        with self._open(request, stop) as response:
            status, headers = response.status_code, dict(response.headers)
            if not sink.begin(status, headers):
                return Received(status, headers, self._beginning(response))
            try:
                for chunk in response.iter_raw():
                    if not sink.write(chunk):
                        break
            except httpx.HTTPError as error:
                cut = TransportError(f"{request.method}: {type(error).__name__}")
                return Received(status, headers, error=cut)
            return Received(status, headers)

    def _beginning(self, response: httpx.Response) -> bytes:
        content = b""
        try:
            for chunk in response.iter_raw():
                content += chunk
                if len(content) > PROBLEM_LIMIT:
                    break
        except httpx.HTTPError:
            pass
        return content[:PROBLEM_LIMIT]

    def _reverting(self, flow: Flow[Any], undo: Flow[None]) -> Any:
        try:
            return self.run(flow)
        except Exception:
            self.run(undo)
            raise

    def _together(self, flows: list[Flow[Any]]) -> list[Any]:
        stop = threading.Event()
        with ThreadPoolExecutor(max_workers=max(1, len(flows))) as pool:
            try:
                futures = [pool.submit(self.run, flow, stop) for flow in flows]
                done, _ = wait(futures, return_when=FIRST_EXCEPTION)
            finally:
                # Also after Ctrl-C, because the pool waits for its threads.
                stop.set()
            errors = [it.exception() for it in done]
            for error in errors:
                if error is not None and not isinstance(error, _Stopped):
                    raise error
            return [it.result() for it in futures]


class _SyncBody(httpx.SyncByteStream):
    def __init__(self, chunks: Iterator[bytes], stop: threading.Event | None) -> None:
        self._chunks = chunks
        self._stop = stop

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._chunks:
            # The rest of a large part would take minutes on a slow connection.
            if self._stop is not None and self._stop.is_set():
                raise _Stopped
            yield chunk


def _sending(flow: Flow[Any], value: object) -> Callable[[], Any]:
    return lambda: flow.send(value)


def _throwing(flow: Flow[Any], error: Exception) -> Callable[[], Any]:
    return lambda: flow.throw(error)

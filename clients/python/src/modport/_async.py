"""Performs the effects of flows with awaits, on any event loop that anyio supports."""

from __future__ import annotations

import inspect
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, TypeVar

import anyio
import anyio.to_thread
import httpx

from ._effects import (
    PROBLEM_LIMIT,
    Body,
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

_POLL_SECONDS = 0.1
_UNDO_SECONDS = 10.0


class AsyncDriver:
    """Runs flows as a part of the calling task."""

    def __init__(
        self,
        http: httpx.AsyncClient,
        sleep: Callable[[float], Awaitable[None]] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """``sleep`` replaces the real one in tests."""
        self._http = http
        self._sleep = sleep
        self._monotonic = monotonic

    async def run(self, flow: Flow[T]) -> T:
        """Run a flow to its end and return its result."""
        # A cancelled task leaves here with an exception, so the flow closes its files and locks.
        resume: Callable[[], Any] = partial(next, flow)
        try:
            while True:
                effect = resume()
                try:
                    value = await self._perform(effect, flow)
                except Exception as error:  # noqa: BLE001 - the flow decides
                    resume = partial(flow.throw, error)
                else:
                    resume = partial(flow.send, value)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            flow.close()

    async def _perform(self, effect: object, caller: Flow[Any]) -> Any:
        match effect:
            case Send(request, limit):
                return await self._send(request, limit)
            case Receive():
                return await self._receive(effect)
            case Sleep(seconds, cancel):
                return await self._wait(seconds, cancel)
            case Run(function):
                return await _called(function)
            case Together(flows):
                return await self._together(list(flows))
            case Complete(flow):
                return await self._completed(flow, caller)
            case Revert(flow, undo):
                return await self._reverting(flow, undo)
        raise TypeError(f"not an effect: {effect!r}")

    async def _wait(self, seconds: float, cancel: CancelToken | None) -> None:
        if self._sleep is not None:
            await self._sleep(seconds)
        elif cancel is None:
            await anyio.sleep(seconds)
        else:
            until = self._monotonic() + seconds
            # Another thread cancels, so no event of this loop tells it.
            while not cancel.is_cancelled and (left := until - self._monotonic()) > 0:  # noqa: ASYNC110
                await anyio.sleep(min(left, _POLL_SECONDS))

    @asynccontextmanager
    async def _open(self, request: Request) -> AsyncIterator[httpx.Response]:
        prepared = prepare(request)
        if request.body is not None:
            prepared.stream = _AsyncBody(request.body)
            prepared.headers["Content-Length"] = str(request.body.size_bytes)
        with translated(request.method):
            response = await self._http.send(
                prepared, stream=True, auth=None, follow_redirects=False
            )
            try:
                yield response
            finally:
                with anyio.CancelScope(shield=True):
                    await response.aclose()

    async def _send(self, request: Request, limit: int) -> Reply:
        started = self._monotonic()
        async with self._open(request) as response:
            content = bytearray()
            async for chunk in response.aiter_bytes():
                content += chunk
                if len(content) > limit:
                    raise too_large(limit)
                if self._monotonic() - started > request.timeouts.total:
                    raise too_slow(request.timeouts.total)
            return Reply(response.status_code, dict(response.headers), bytes(content))

    async def _receive(self, effect: Receive) -> Received:
        request, sink = effect.request, effect.sink
        async with self._open(request) as response:
            status, headers = response.status_code, dict(response.headers)
            if not await _called(partial(sink.begin, status, headers)):
                return Received(status, headers, await self._beginning(response))
            try:
                async for chunk in response.aiter_raw():
                    if not await _called(partial(sink.write, chunk)):
                        break
            except httpx.HTTPError as error:
                cut = TransportError(f"{request.method}: {type(error).__name__}")
                return Received(status, headers, error=cut)
            return Received(status, headers)

    async def _beginning(self, response: httpx.Response) -> bytes:
        content = b""
        try:
            async for chunk in response.aiter_raw():
                content += chunk
                if len(content) > PROBLEM_LIMIT:
                    break
        except httpx.HTTPError:
            pass
        return content[:PROBLEM_LIMIT]

    async def _completed(self, flow: Flow[Any], caller: Flow[Any]) -> Any:
        """Runs a flow to its end. A cancelled task then still ends, even if the flow fails."""
        results: list[Any] = []
        failure: Exception | None = None

        # A shield does not stop `Task.cancel` of asyncio, so another task runs the flow.
        async def keep() -> None:
            nonlocal failure
            with anyio.CancelScope(shield=True):
                try:
                    results.append(await self.run(flow))
                except Exception as error:  # noqa: BLE001 - raised below
                    failure = error

        try:
            async with anyio.create_task_group() as group:
                group.start_soon(keep)
        except anyio.get_cancelled_exc_class():
            # The result may be a lock. With it, the caller can release the lock when it closes.
            for result in results:
                with suppress(Exception):
                    caller.send(result)
            raise
        if failure is not None:
            raise failure
        return results[0]

    async def _reverting(self, flow: Flow[Any], undo: Flow[None]) -> Any:
        try:
            return await self.run(flow)
        except Exception:
            await self.run(undo)
            raise
        except anyio.get_cancelled_exc_class():
            # The flow of a cancelled task is closed, so it could not undo anything itself.
            with anyio.move_on_after(_UNDO_SECONDS, shield=True):
                await self.run(undo)
            raise

    async def _together(self, flows: list[Flow[Any]]) -> list[Any]:
        results: list[Any] = [None] * len(flows)

        async def keep(index: int, flow: Flow[Any]) -> None:
            results[index] = await self.run(flow)

        try:
            async with anyio.create_task_group() as group:
                for index, flow in enumerate(flows):
                    group.start_soon(keep, index, flow)
        except BaseExceptionGroup as several:
            raise _first(several) from None
        return results


class _AsyncBody(httpx.AsyncByteStream):
    def __init__(self, body: Body) -> None:
        self._body = body

    async def __aiter__(self) -> AsyncIterator[bytes]:
        chunks = self._body.chunks()
        while (chunk := await anyio.to_thread.run_sync(next, chunks, None)) is not None:
            yield chunk


async def _called(function: Callable[[], Any]) -> Any:
    """Call in a thread. A cancelled task waits for its end, so no thread writes afterwards."""
    value = await anyio.to_thread.run_sync(function)
    return await value if inspect.isawaitable(value) else value


def _first(several: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = several
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error

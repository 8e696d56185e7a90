"""The steps of a flow.

A flow is a generator: it yields the effects that it needs and gets their results. It performs none
itself, so one flow serves the synchronous and the asynchronous client. ``_sync`` and ``_async``
perform the effects.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

from .cancellation import CancelToken
from .errors import TransportError
from .operation import Reply, RequestFiles

T = TypeVar("T")

API_BODY_LIMIT = 32 * 1024 * 1024
PROBLEM_LIMIT = 64 * 1024


@dataclass(frozen=True)
class Timeouts:
    """Limits in seconds. ``total`` limits a call of the API, not a transfer of a file."""

    connect: float = 10.0
    read: float = 30.0
    write: float = 60.0
    total: float = 60.0


class Body(Protocol):
    """The body of a request that is read while it is sent."""

    @property
    def size_bytes(self) -> int:
        """The exact number of bytes."""
        ...

    def chunks(self) -> Iterator[bytes]:
        """Read the body from its beginning."""
        ...


@dataclass(frozen=True, kw_only=True)
class Request:
    """A request to send. Its address may be a secret, so it is never printed."""

    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    content: bytes | None = field(default=None, repr=False)
    files: RequestFiles | None = field(default=None, repr=False)
    data: Mapping[str, Any] | None = field(default=None, repr=False)
    body: Body | None = field(default=None, repr=False)
    timeouts: Timeouts = Timeouts()
    is_signed: bool = False
    """Whether the whole path is a secret."""


class Sink(Protocol):
    """Takes the body of a response."""

    def begin(self, status: int, headers: Mapping[str, str]) -> bool:
        """Judge the head of the response. False leaves the body unread."""
        ...

    def write(self, chunk: bytes) -> bool:
        """Take some bytes. False ends the transfer."""
        ...


@dataclass(frozen=True)
class Received:
    """The end of a transfer. ``content`` is the beginning of a body that the sink did not take."""

    status: int
    headers: Mapping[str, str]
    content: bytes = field(default=b"", repr=False)
    error: TransportError | None = None

    @property
    def is_success(self) -> bool:
        """Whether the sink took the body."""
        return self.status in {200, 206}

    @property
    def reply(self) -> Reply:
        """The response, as far as it was read."""
        return Reply(self.status, self.headers, self.content)


@dataclass(frozen=True)
class Send:
    """Sends a request and reads the response. The result is a Reply."""

    request: Request
    limit: int = API_BODY_LIMIT


@dataclass(frozen=True)
class Receive:
    """Sends a request and passes the body of the response to a sink. The result is Received."""

    request: Request
    sink: Sink


@dataclass(frozen=True)
class Sleep:
    """Waits."""

    seconds: float
    cancel: CancelToken | None = None


@dataclass(frozen=True)
class Run:
    """Calls a function that may block. An awaitable result is awaited."""

    function: Callable[[], Any]


@dataclass(frozen=True)
class Together:
    """Runs flows at the same time. The first failure stops the others. The result is a list."""

    flows: Sequence[Flow[Any]]


@dataclass(frozen=True)
class Complete:
    """Runs a flow to its end, even if the task is cancelled.

    The cancellation waits until the calling flow has the result and needs another effect.
    """

    flow: Flow[Any]


@dataclass(frozen=True)
class Revert:
    """Runs a flow and, if it fails or the task is cancelled, another one that undoes its cause.

    A cancelled task waits only a few seconds for it.
    """

    flow: Flow[Any]
    undo: Flow[None]


Effect: TypeAlias = Send | Receive | Sleep | Run | Together | Complete | Revert
Flow: TypeAlias = Generator[Effect, Any, T]


def send(request: Request, limit: int = API_BODY_LIMIT) -> Flow[Reply]:
    """Send a request. Raises TransportError if no complete response arrives."""
    reply: Reply = yield Send(request, limit)
    return reply


def receive(request: Request, sink: Sink) -> Flow[Received]:
    """Send a request and stream its response. Raises TransportError if no response arrives."""
    received: Received = yield Receive(request, sink)
    return received


def sleep(seconds: float, cancel: CancelToken | None = None) -> Flow[None]:
    """Wait. Raises Cancelled if the caller cancels."""
    if cancel is not None:
        cancel.raise_if_cancelled()
    yield Sleep(seconds, cancel)
    if cancel is not None:
        cancel.raise_if_cancelled()


def run(function: Callable[[], T]) -> Flow[T]:
    """Call a function that may block."""
    value: T = yield Run(function)
    return value


def together(flows: Sequence[Flow[T]]) -> Flow[list[T]]:
    """Run flows at the same time."""
    values: list[T] = yield Together(flows)
    return values


def complete(flow: Flow[T]) -> Flow[T]:
    """Run a flow that a cancelled task must not interrupt, or whose result must be released."""
    value: T = yield Complete(flow)
    return value


def reverting(flow: Flow[T], undo: Flow[None]) -> Flow[T]:
    """Run a flow, and ``undo`` if it fails or the task is cancelled. ``undo`` must not raise."""
    value: T = yield Revert(flow, undo)
    return value

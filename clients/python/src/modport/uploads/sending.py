"""Sends the bytes of an upload to its signed addresses (section 4.4 of the contract)."""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit
from uuid import UUID

from .._calls import Settings, call
from .._effects import PROBLEM_LIMIT, Flow, Request, send, sleep, together
from ..cancellation import CancelToken
from ..errors import IntegrityError, ProblemError, TransportError
from ..generated.api.uploads import sign_upload_parts
from ..generated.models import SignUploadPartsInput
from ..operation import Reply
from ..problems import problem_of
from .session import Created, Instructions, Signed, read_part
from .source import FilePart, FileSource

_IN_FLIGHT = 4
_PRECONDITION_FAILED = 412
_EXPIRED = frozenset({401, 403, 404, 410})
_LONGEST_SIGN_WAIT_SECONDS = 900.0


class Meter:
    """Counts the sent bytes of all parts, in any thread."""

    def __init__(self, report: Callable[[int], None]) -> None:
        """``report`` gets the sum."""
        self._report = report
        self._lock = threading.Lock()
        self._sent: dict[int, int] = {}

    def advance(self, part: int, sent: int) -> None:
        """Note how much of a part was sent; a retry begins at 0 again."""
        with self._lock:
            self._sent[part] = sent
            self._report(sum(self._sent.values()))


@dataclass(frozen=True)
class Sending:
    """What every request for bytes needs."""

    settings: Settings
    upload_id: str
    source: FileSource
    meter: Meter
    cancel: CancelToken | None
    attempts: Counter[int] = field(default_factory=Counter)
    """How often each part was sent. Only the worker of a part changes its number."""


def send_single(sending: Sending, first: Signed, renew: Callable[[], Flow[Created]]) -> Flow[None]:
    """Send the file in one request. ``renew`` repeats the create for another address.

    412 means that an object is there already, perhaps by an attempt whose response was lost. Then
    nothing more is sent, and completion decides. So does a session that takes no bytes any more.
    """
    signed: Signed | None = first
    attempt = 0
    while signed is not None:
        attempt += 1
        reply = yield from _attempt(sending, signed, 1, 0, sending.source.size_bytes)
        if isinstance(reply, Reply) and _is_taken(reply):
            return
        yield from _pause(sending, reply, attempt)
        created = yield from renew()
        signed = created.instructions.single if created.instructions else None


def _is_taken(reply: Reply) -> bool:
    return reply.status_code in range(200, 300) or reply.status_code == _PRECONDITION_FAILED


def send_parts(sending: Sending, plan: Instructions, missing: list[int]) -> Flow[dict[int, str]]:
    """Send the missing parts, four at a time. Returns their ETags."""
    expected = -(-sending.source.size_bytes // plan.part_size_bytes)
    if plan.total_parts != expected:
        raise IntegrityError("size", "the sizes of the parts do not add up to the size of the file")
    etags: dict[int, str] = {}
    queue = deque(missing)
    signed_at = sending.settings.monotonic()
    workers = [_worker(sending, plan, queue, etags, signed_at) for _ in range(_IN_FLIGHT)]
    yield from together(workers[: max(1, len(missing))])
    return etags


def _worker(
    sending: Sending,
    plan: Instructions,
    queue: deque[int],
    etags: dict[int, str],
    signed_at: float,
) -> Flow[None]:
    while True:
        try:
            number = queue.popleft()
        except IndexError:
            return
        signed = plan.parts.get(number)
        age = sending.settings.monotonic() - signed_at
        if signed is not None and age >= signed.lifetime_seconds:
            signed = None
        etag = yield from _send_part(sending, plan, number, signed)
        if etag is not None:
            etags[number] = etag


def _send_part(
    sending: Sending, plan: Instructions, number: int, signed: Signed | None
) -> Flow[str | None]:
    start = (number - 1) * plan.part_size_bytes
    size = min(plan.part_size_bytes, sending.source.size_bytes - start)
    while sending.attempts[number] < sending.settings.retries.attempts:
        sending.attempts[number] += 1
        usable = signed or (yield from _sign(sending, number, size))
        reply = yield from _attempt(sending, usable, number, start, size)
        if isinstance(reply, Reply) and reply.status_code in range(200, 300):
            return reply.headers.get("etag")
        yield from _pause(sending, reply, sending.attempts[number])
        signed = None
    # The store accepted the part in each round and lists it in none. The completion decides.
    return None


def _sign(sending: Sending, number: int, size: int) -> Flow[Signed]:
    operation = sign_upload_parts(
        UUID(sending.upload_id), body=SignUploadPartsInput.from_dict({"partNumbers": [number]})
    )
    # Parts that a former process signed count until their addresses expire.
    retries = replace(sending.settings.retries, longest_wait_seconds=_LONGEST_SIGN_WAIT_SECONDS)
    patient = replace(sending.settings, retries=retries)
    read = operation.reading(lambda reply: read_part(reply, number, size))
    return (yield from call(patient, read, cancel=sending.cancel)).value


def _attempt(
    sending: Sending, signed: Signed, number: int, start: int, size: int
) -> Flow[Reply | TransportError]:
    """Send bytes once. A failed connection is a result, because the bytes may have arrived."""
    if sending.cancel is not None:
        sending.cancel.raise_if_cancelled()
    if sending.settings.is_secure and urlsplit(signed.url).scheme != "https":
        raise TransportError("the address of the upload does not use https", is_sent=False)

    def advance(sent: int) -> None:
        if sending.cancel is not None:
            sending.cancel.raise_if_cancelled()
        sending.meter.advance(number, sent)

    # The total time of a call of the API does not limit a transfer.
    timeouts = replace(sending.settings.timeouts, total=float("inf"))
    request = Request(
        method="PUT",
        url=signed.url,
        headers={"User-Agent": sending.settings.identity.user_agent, **signed.headers},
        body=FilePart(sending.source, start, size, advance),
        timeouts=timeouts,
        is_signed=True,
    )
    try:
        return (yield from send(request, PROBLEM_LIMIT))
    except TransportError as error:
        return error


def _pause(sending: Sending, outcome: Reply | TransportError, attempt: int) -> Flow[None]:
    """Wait before the next attempt, or raise the error."""
    settings = sending.settings
    error: ProblemError | TransportError = (
        problem_of(outcome, settings.now()) if isinstance(outcome, Reply) else outcome
    )
    wait = settings.retries.wait_seconds(attempt, error, is_repeatable=True, random=settings.random)
    is_expired = isinstance(error, ProblemError) and error.status in _EXPIRED
    if wait is None and not (is_expired and attempt < settings.retries.attempts):
        raise error
    yield from sleep(wait or 0.0, sending.cancel)

"""The flow of an upload (section 4.4 of the contract): declare, send, complete, await the scan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID

from .. import _wire as wire
from .._calls import Settings, call, idempotency_key
from .._effects import Flow, complete, run, sleep
from ..cancellation import CancelToken
from ..errors import (
    FileChangedError,
    ModportError,
    ProblemError,
    ScanTimeoutError,
    UploadFailedError,
)
from ..generated.api.uploads import (
    abort_upload_session,
    complete_upload_session,
)
from ..generated.models import CompleteUploadInput
from .opening import ALL_PERCENT, Opening
from .record import UploadRecord
from .sending import Meter, Sending, send_parts, send_single
from .session import (
    Created,
    Instructions,
    UploadProgress,
    UploadRequest,
    UploadSession,
    read_session,
)
from .source import FileSource

OnProgress = Callable[[UploadProgress], None]

SCAN_SECONDS = 1800.0
_EXPIRED = "session_expired"
_FIRST_POLL_SECONDS = 0.25
_LONGEST_POLL_SECONDS = 10.0
_MOST_ROUNDS = 3


def upload(
    settings: Settings,
    file: str | Path,
    request: UploadRequest,
    *,
    resume: str | UUID | None = None,
    state: str | Path | None = None,
    progress: OnProgress | None = None,
    cancel: CancelToken | None = None,
    scan_timeout: float = SCAN_SECONDS,
) -> Flow[UploadSession]:
    """Upload a file; see ``Client.upload``."""
    path = Path(file).absolute()
    where = Path(state).absolute() if state else path.with_name(f"{path.name}.upload.json")
    # A cancelled task must release the lock that a thread takes meanwhile.
    record = yield from complete(run(lambda: UploadRecord(where)))
    try:
        each = progress or _silent
        source: FileSource = yield from run(lambda: _read(path, each, cancel))
        body = request.body(path.name, source.size_bytes, source.sha256)
        opening = Opening(settings, record, body, cancel)
        upload = _Upload(settings, source, record, opening, each, cancel, scan_timeout)
        return (yield from upload.run(None if resume is None else wire.canonical_uuid(resume)))
    finally:
        record.close()


def _read(path: Path, progress: OnProgress, cancel: CancelToken | None) -> FileSource:
    size = path.stat().st_size

    def check(done: int) -> None:
        if cancel is not None:
            cancel.raise_if_cancelled()
        progress(UploadProgress("hashing", done, size))

    return FileSource(path, check)


@dataclass
class _Upload:
    """The state of one call."""

    settings: Settings
    source: FileSource
    record: UploadRecord
    opening: Opening
    progress: OnProgress
    cancel: CancelToken | None
    scan_timeout: float

    def run(self, resume: UUID | None) -> Flow[UploadSession]:
        created = yield from self.opening.begin(resume)
        session = created.session
        if session.takes_bytes:
            session = yield from self._delivered(created, is_named=resume is not None)
        session = yield from self._wait(session)
        self.record.forget()
        self._report("done", self.source.size_bytes, session.status)
        return session

    def _delivered(self, created: Created, *, is_named: bool) -> Flow[UploadSession]:
        try:
            return (yield from self._send_and_complete(created))
        except ProblemError as error:
            if is_named or error.code != _EXPIRED:
                raise
        # It expired in the meantime. The service may say so only when it is to sign a part.
        return (yield from self._send_and_complete((yield from self.opening.replace())))

    def _send_and_complete(self, created: Created) -> Flow[UploadSession]:
        upload_id = created.session.upload_id
        try:
            parts = yield from self._send(upload_id, created.instructions)
            self.source.check_unchanged()
        except FileChangedError:
            yield from self._abort(upload_id)
            raise
        return (yield from self._complete(upload_id, parts))

    def _send(self, upload_id: str, plan: Instructions | None) -> Flow[dict[int, str]]:
        """Send what is missing. Returns the ETags of the parts, if there are parts to join."""
        if plan is None:
            return {}
        meter = Meter(lambda sent: self._report("sending", min(sent, self.source.size_bytes)))
        sending = Sending(self.settings, upload_id, self.source, meter, self.cancel)
        if plan.single is None:
            return (yield from self._send_missing(sending, plan))
        yield from send_single(sending, plan.single, self.opening.create)
        return {}

    def _send_missing(self, sending: Sending, plan: Instructions) -> Flow[dict[int, str]]:
        """Send what the store does not confirm. Nothing is left to name if it joined the parts."""
        sent: dict[int, str] = {}
        for attempt in range(_MOST_ROUNDS):
            session = yield from self._progress_of(sending.upload_id)
            if session.percent == ALL_PERCENT and not session.parts:
                return {}
            known = {**sent, **session.parts} if not session.has_progress else session.parts
            missing = [it for it in range(1, plan.total_parts + 1) if it not in known]
            if not missing:
                return {it: known[it] for it in range(1, plan.total_parts + 1)}
            # The signatures of the create are for its first parts, and only fresh once.
            usable = plan if attempt == 0 else replace(plan, parts={})
            sent.update((yield from send_parts(sending, usable, missing)))
        return sent

    def _progress_of(self, upload_id: str) -> Flow[UploadSession]:
        """Read the session, and again if its store did not respond."""
        session = yield from self.opening.read(upload_id)
        for _ in range(self.settings.retries.attempts - 1):
            if session.has_progress:
                break
            yield from sleep(self.settings.retries.base_seconds, self.cancel)
            session = yield from self.opening.read(upload_id)
        return session

    def _complete(self, upload_id: str, parts: dict[int, str]) -> Flow[UploadSession]:
        """Complete the upload. Its parts are named under the stored key.

        An earlier call may have named them before the store joined them, and a key belongs to one
        body. So without parts the key is a new one. The service completes an upload once, with
        any keys.
        """
        named = [{"partNumber": number, "etag": etag} for number, etag in sorted(parts.items())]
        body = CompleteUploadInput.from_dict({"parts": named} if named else {})
        key = self.record.complete_key if named else idempotency_key()
        operation = complete_upload_session(UUID(upload_id), body=body, idempotency_key=key)
        read = operation.reading(read_session)
        return (yield from call(self.settings, read, cancel=self.cancel)).value

    def _abort(self, upload_id: str) -> Flow[None]:
        """Give the reserved bytes back. The session ends by itself if this fails."""
        try:
            yield from call(self.settings, abort_upload_session(UUID(upload_id)))
        except ModportError:
            return
        finally:
            self.record.forget()

    def _wait(self, session: UploadSession) -> Flow[UploadSession]:
        started, pause = self.settings.monotonic(), _FIRST_POLL_SECONDS
        while not session.is_accepted and not session.is_refused:
            self._report("scanning", self.source.size_bytes, session.status)
            if self.settings.monotonic() - started > self.scan_timeout:
                raise ScanTimeoutError(f"upload {session.upload_id} is still {session.status}")
            asked = session.retry_after_seconds or 0.0
            yield from sleep(min(max(pause, asked), _LONGEST_POLL_SECONDS), self.cancel)
            pause *= 1.5
            session = yield from self.opening.read(session.upload_id)
        if session.is_refused:
            self.record.forget()
            reason = session.failure_code or session.status
            message = f"{reason}: {session.failure_detail or ''}".rstrip(": ")
            raise UploadFailedError(message, session)
        return session

    def _report(self, phase: Any, done: int, status: str = "") -> None:
        self.progress(UploadProgress(phase, done, self.source.size_bytes, status))


def _silent(_progress: UploadProgress) -> None:
    return None

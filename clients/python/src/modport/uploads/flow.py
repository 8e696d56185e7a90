"""The flow of an upload: declare, send, complete, wait for the scan (section 4.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID

from .. import _wire as wire
from .._calls import Settings, call
from .._effects import Flow, run, sleep
from ..cancellation import CancelToken
from ..errors import (
    FileChangedError,
    ModportError,
    ProblemError,
    ScanTimeoutError,
    UploadFailedError,
    UploadInvalidError,
)
from ..generated.api.uploads import (
    abort_upload_session,
    complete_upload_session,
    create_upload_session,
    get_upload_session,
    validate_upload_request,
)
from ..generated.models import CompleteUploadInput, UploadInput
from .record import UploadRecord
from .sending import Meter, Sending, send_parts, send_single
from .session import (
    Created,
    Instructions,
    UploadProgress,
    UploadRequest,
    UploadSession,
    read_created,
    read_problems,
    read_session,
)
from .source import FileSource

OnProgress = Callable[[UploadProgress], None]

SCAN_SECONDS = 1800.0
_PART_BYTES = 16 * 1024 * 1024
_ALL_PERCENT = 100
# The session is unknown, or expired.
_GONE = frozenset({404, 410})
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
    record: UploadRecord = yield from run(lambda: UploadRecord(where))
    try:
        each = progress or _silent
        source: FileSource = yield from run(lambda: _read(path, each, cancel))
        body = request.body(path.name, source.size_bytes, source.sha256)
        upload = _Upload(settings, source, record, body, each, cancel, scan_timeout)
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
    body: dict[str, Any]
    progress: OnProgress
    cancel: CancelToken | None
    scan_timeout: float

    def run(self, resume: UUID | None) -> Flow[UploadSession]:
        created = yield from self._begin(resume)
        session = created.session
        if session.takes_bytes:
            try:
                session = yield from self._send_and_complete(created)
            except FileChangedError:
                yield from self._abort(session)
                raise
        session = yield from self._wait(session)
        self.record.forget()
        self._report("done", self.source.size_bytes, session.status)
        return session

    def _begin(self, resume: UUID | None) -> Flow[Created]:
        is_known = yield from run(lambda: self.record.find(self.body))
        if resume is not None:
            return (yield from self._resumed(str(resume)))
        if is_known:
            earlier = yield from self._earlier()
            if earlier is not None:
                return earlier
        else:
            yield from self._validate()
        yield from run(self.record.renew)
        return (yield from self._create())

    def _earlier(self) -> Flow[Created | None]:
        """Find the session of an interrupted upload. None if it is over.

        The service forgets the key of a create before its session, so the id finds the session.
        """
        upload_id = self.record.upload_id
        try:
            if upload_id is None:
                created = yield from self._create()
            else:
                session = yield from self._read(upload_id)
                created = yield from self._instructions(session)
        except ProblemError as error:
            if error.status in _GONE:
                return None
            raise
        is_over = created.session.is_refused or not self._is_ours(created.session)
        return None if is_over else created

    def _resumed(self, upload_id: str) -> Flow[Created]:
        session = yield from self._read(upload_id)
        if not self._is_ours(session):
            raise ValueError("the session is for another file")
        if self.record.upload_id != upload_id:
            if session.takes_bytes and not session.is_multipart:
                # Only the key of its create signs a single request again.
                raise ValueError("a single upload continues only with its state file")
            yield from run(lambda: self.record.renew(upload_id))
        return (yield from self._instructions(session))

    def _is_ours(self, session: UploadSession) -> bool:
        declared = (self.body["sizeBytes"], self.body["modId"], self.body["versionId"])
        return (session.size_bytes, session.mod_id, session.version_id) == declared

    def _instructions(self, session: UploadSession) -> Flow[Created]:
        """Return how to send what a session still needs."""
        if session.is_multipart and session.status == "uploading":
            plan = Instructions(part_size_bytes=_PART_BYTES, total_parts=session.total_parts)
            return Created(session, plan)
        has_all = session.has_progress and session.percent == _ALL_PERCENT
        if has_all or not session.takes_bytes:
            return Created(session, None)
        # Only the create opens the parts of a draft, and signs a single request.
        return (yield from self._create())

    def _validate(self) -> Flow[None]:
        operation = validate_upload_request(body=UploadInput.from_dict(self.body))
        problems = (yield from call(self.settings, operation.reading(read_problems))).value
        if problems:
            raise UploadInvalidError(problems)

    def _create(self) -> Flow[Created]:
        operation = create_upload_session(
            body=UploadInput.from_dict(self.body), idempotency_key=self.record.create_key
        )
        read = operation.reading(read_created)
        created = (yield from call(self.settings, read, cancel=self.cancel)).value
        yield from run(lambda: self.record.keep(created.session.upload_id))
        return created

    def _read(self, upload_id: str) -> Flow[UploadSession]:
        operation = get_upload_session(UUID(upload_id)).reading(read_session)
        return (yield from call(self.settings, operation, cancel=self.cancel)).value

    def _send_and_complete(self, created: Created) -> Flow[UploadSession]:
        plan, upload_id = created.instructions, created.session.upload_id
        meter = Meter(lambda sent: self._report("sending", min(sent, self.source.size_bytes)))
        sending = Sending(self.settings, upload_id, self.source, meter, self.cancel)
        parts: dict[int, str] = {}
        if plan is not None and plan.single is not None:
            yield from send_single(sending, plan.single, self._create)
        elif plan is not None:
            parts = yield from self._send_missing(sending, plan)
        self.source.check_unchanged()
        return (yield from self._complete(upload_id, parts))

    def _send_missing(self, sending: Sending, plan: Instructions) -> Flow[dict[int, str]]:
        """Send what the store does not confirm. Nothing is left to name if it joined the parts."""
        sent: dict[int, str] = {}
        for attempt in range(_MOST_ROUNDS):
            session = yield from self._progress_of(sending.upload_id)
            if session.percent == _ALL_PERCENT and not session.parts:
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
        session = yield from self._read(upload_id)
        for _ in range(self.settings.retries.attempts - 1):
            if session.has_progress:
                break
            yield from sleep(self.settings.retries.base_seconds, self.cancel)
            session = yield from self._read(upload_id)
        return session

    def _complete(self, upload_id: str, parts: dict[int, str]) -> Flow[UploadSession]:
        named = [{"partNumber": number, "etag": etag} for number, etag in sorted(parts.items())]
        body = CompleteUploadInput.from_dict({"parts": named} if named else {})
        operation = complete_upload_session(
            UUID(upload_id), body=body, idempotency_key=self.record.complete_key
        )
        read = operation.reading(read_session)
        return (yield from call(self.settings, read, cancel=self.cancel)).value

    def _abort(self, session: UploadSession) -> Flow[None]:
        """Give the reserved bytes back. The session ends by itself if this fails."""
        try:
            yield from call(self.settings, abort_upload_session(UUID(session.upload_id)))
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
            session = yield from self._read(session.upload_id)
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

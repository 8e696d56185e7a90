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
_EXPIRED = 410
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
        if resume is not None:
            return (yield from self._resumed(resume))
        if not self.record.begin(self.body):
            yield from self._validate()
            return (yield from self._create())
        try:
            created = yield from self._create()
        except ProblemError as error:
            if error.status != _EXPIRED:
                raise
        else:
            if not created.session.is_refused:
                return created
        # The earlier session is final, so this is another upload.
        self.record.renew()
        return (yield from self._create())

    def _resumed(self, upload_id: UUID) -> Flow[Created]:
        self.record.begin(self.body)
        session = yield from self._read(str(upload_id))
        declared = (self.body["sizeBytes"], self.body["modId"], self.body["versionId"])
        if (session.size_bytes, session.mod_id, session.version_id) != declared:
            raise ValueError("the session is for another file")
        if not session.takes_bytes:
            return Created(session, None)
        if not session.is_multipart:
            # Only the create signs a single request, and its key finds the session.
            created = yield from self._create()
            if created.session.upload_id != str(upload_id):
                raise ValueError("a single upload continues only with its state file")
            return created
        plan = Instructions(part_size_bytes=_PART_BYTES, total_parts=session.total_parts)
        return Created(session, plan)

    def _validate(self) -> Flow[None]:
        operation = validate_upload_request(body=UploadInput.from_dict(self.body))
        problems = (yield from call(self.settings, operation.reading(read_problems))).value
        if problems:
            self.record.forget()
            raise UploadInvalidError(problems)

    def _create(self) -> Flow[Created]:
        operation = create_upload_session(
            body=UploadInput.from_dict(self.body), idempotency_key=self.record.create_key
        )
        read = operation.reading(read_created)
        return (yield from call(self.settings, read, cancel=self.cancel)).value

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
            if session.percent == 100 and not session.parts:  # noqa: PLR2004 - all of it
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

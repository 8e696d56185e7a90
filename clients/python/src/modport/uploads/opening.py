"""Finds or creates the session of an upload (section 4.4 of the contract)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from .._calls import Settings, call
from .._effects import Flow, run
from ..cancellation import CancelToken
from ..errors import ProblemError, UploadInvalidError
from ..generated.api.uploads import (
    create_upload_session,
    get_upload_session,
    validate_upload_request,
)
from ..generated.models import UploadInput
from .record import UploadRecord
from .session import (
    Created,
    Instructions,
    UploadSession,
    read_created,
    read_problems,
    read_session,
)

ALL_PERCENT = 100
# The session is unknown, or expired.
_GONE = frozenset({404, 410})


@dataclass
class Opening:
    """What finds the session of a declaration."""

    settings: Settings
    record: UploadRecord
    body: dict[str, Any]
    cancel: CancelToken | None

    def begin(self, resume: UUID | None) -> Flow[Created]:
        """Find the session to send to: the named one, that of an earlier call, or a new one.

        Raises UploadInvalidError, ValueError if the named session is for another file, ProblemError
        and TransportError.
        """
        is_known = yield from run(lambda: self.record.find(self.body))
        if resume is not None:
            return (yield from self._resumed(str(resume)))
        if is_known:
            earlier = yield from self._earlier()
            if earlier is not None:
                return earlier
        else:
            yield from self._validate()
        return (yield from self.replace())

    def replace(self) -> Flow[Created]:
        """Create another session, because an earlier one is over or there is none."""
        yield from run(self.record.renew)
        return (yield from self.create())

    def _earlier(self) -> Flow[Created | None]:
        """Find the session of an interrupted upload. None if it is over.

        The service forgets the key of a create before its session, so the id finds the session.
        """
        upload_id = self.record.upload_id
        try:
            if upload_id is None:
                created = yield from self.create()
            else:
                session = yield from self.read(upload_id)
                created = yield from self._instructions(session)
        except ProblemError as error:
            if error.status in _GONE:
                return None
            raise
        is_over = created.session.is_refused or not self._is_ours(created.session)
        return None if is_over else created

    def _resumed(self, upload_id: str) -> Flow[Created]:
        session = yield from self.read(upload_id)
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
            size, count = self.record.part_bytes, session.total_parts
            return Created(session, Instructions(part_size_bytes=size, total_parts=count))
        has_all = session.has_progress and session.percent == ALL_PERCENT
        if has_all or not session.takes_bytes:
            return Created(session, None)
        # Only the create opens the parts of a draft, and signs a single request.
        return (yield from self.create())

    def _validate(self) -> Flow[None]:
        operation = validate_upload_request(body=UploadInput.from_dict(self.body))
        problems = (yield from call(self.settings, operation.reading(read_problems))).value
        if problems:
            raise UploadInvalidError(problems)

    def create(self) -> Flow[Created]:
        """Create the session, or sign its requests again."""
        operation = create_upload_session(
            body=UploadInput.from_dict(self.body), idempotency_key=self.record.create_key
        )
        read = operation.reading(read_created)
        created = (yield from call(self.settings, read, cancel=self.cancel)).value
        size = created.instructions.part_size_bytes if created.instructions else None
        yield from run(lambda: self.record.keep(created.session.upload_id, size))
        return created

    def read(self, upload_id: str) -> Flow[UploadSession]:
        """Read a session."""
        operation = get_upload_session(UUID(upload_id)).reading(read_session)
        return (yield from call(self.settings, operation, cancel=self.cancel)).value

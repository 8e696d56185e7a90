"""The flow of a download (sections 2.5, 4.2 of the contract): resolve, receive, verify, rename."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin, urlsplit
from uuid import UUID

from .. import _wire as wire
from .._calls import Settings
from .._effects import Flow, Received, Request, complete, receive, run, send, sleep
from ..cancellation import CancelToken
from ..digests import sha256_of
from ..errors import IntegrityError, ModportError, ProblemError, TransportError
from ..problems import problem_of
from .partial import PartialFile
from .resolving import refresh, report_end, resolve, resolve_fallback
from .results import Downloaded, DownloadProgress, Phase
from .source import Source
from .transfer import PartSink, check_head, request_headers

OnProgress = Callable[[DownloadProgress], None]

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MOST_REDIRECTS = 5
_MOST_REQUESTS = 1000
_MOST_RESTARTS = 2
_MOST_SWITCHES = 2
# The address expired, or the store has another ETag: a new resolve helps.
_EXPIRED = frozenset({401, 403, 404, 410, 412, 416})
_PRECONDITION_FAILED = 412
_LARGEST_BYTES = 20 * 1024**3


def download(
    settings: Settings,
    artifact_id: str | UUID,
    target: str | Path,
    *,
    sha256: str | None = None,
    size_bytes: int | None = None,
    progress: OnProgress | None = None,
    cancel: CancelToken | None = None,
) -> Flow[Downloaded]:
    """Download a file; see ``Client.download``."""
    artifact = wire.canonical_uuid(artifact_id)
    path = Path(target).absolute()
    # A cancelled task must release the lock that a thread takes meanwhile.
    part = yield from complete(run(lambda: PartialFile(path, str(artifact))))
    try:
        state = _Download(settings, artifact, part, progress or _silent, cancel)
        return (yield from state.run(sha256, size_bytes))
    finally:
        part.close()


class _Download:
    """The state of one call."""

    def __init__(
        self,
        settings: Settings,
        artifact_id: UUID,
        part: PartialFile,
        progress: OnProgress,
        cancel: CancelToken | None,
    ) -> None:
        self._settings = settings
        self._artifact_id = artifact_id
        self._part = part
        self._progress = progress
        self._cancel = cancel
        self._source: Source
        self._resolved_at = 0.0
        self._etag: str | None = None
        self._failures = 0
        self._restarts = 0
        self._switches = 0

    def run(self, sha256: str | None, size_bytes: int | None) -> Flow[Downloaded]:
        source = yield from resolve(self._settings, self._artifact_id, self._part.job, self._cancel)
        if sha256 is not None and source.sha256 != sha256.lower():
            raise IntegrityError("sha256", "the service offers other bytes than expected")
        if size_bytes is not None and source.size_bytes != size_bytes:
            raise IntegrityError("size", "the service offers another size than expected")
        if source.size_bytes > _LARGEST_BYTES:
            raise IntegrityError("size", "the service declares a size above the limit")
        yield from self._take(source)
        was_present = yield from self._is_present()
        if not was_present:
            yield from self._receive_all()
            self._part.finish()
        yield from report_end(self._settings, self._artifact_id, self._source)
        self._report("done", self._source.size_bytes)
        return Downloaded(
            path=self._part.target,
            artifact_id=str(self._artifact_id),
            size_bytes=self._source.size_bytes,
            sha256=self._source.sha256,
            original_filename=self._source.original_filename,
            was_present=was_present,
        )

    def _is_present(self) -> Flow[bool]:
        target, source = self._part.target, self._source
        if not target.is_file() or target.stat().st_size != source.size_bytes:
            return False
        digest = yield from run(lambda: sha256_of(target, self._verifying))
        if digest != source.sha256:
            return False
        self._part.discard()
        return True

    def _receive_all(self) -> Flow[None]:
        """Loop until all bytes are on disk and have the declared digest."""
        for _ in range(_MOST_REQUESTS):
            is_complete = self._has_all()
            if not is_complete:
                if self._part.offset > self._source.size_bytes or not self._source.can_range:
                    self._part.restart()
                is_complete = yield from self._receive_once()
            if is_complete and (yield from self._is_genuine()):
                return
        raise TransportError("the store ended every response before the end of the file")

    def _has_all(self) -> bool:
        return 0 < self._part.offset == self._source.size_bytes

    def _receive_once(self) -> Flow[bool]:
        """Send one request for the missing bytes. Return whether none is missing now."""
        yield from self._refresh_in_time()
        before = self._part.offset
        try:
            received = yield from self._request()
        except (TransportError, IntegrityError) as error:
            yield from self._failed(error, has_advanced=False)
            return False
        if received.status in _EXPIRED:
            yield from self._expired(received)
            return False
        if not received.is_success:
            yield from self._failed(_refusal(received, self._settings), has_advanced=False)
            return False
        if self._part.offset == self._source.size_bytes:
            return True
        cut = received.error or TransportError("the store ended the body too early")
        yield from self._failed(cut, has_advanced=self._part.offset > before)
        return False

    def _request(self) -> Flow[Received]:
        if self._etag is None and self._part.offset and self._source.head_url is not None:
            self._etag = yield from self._ask_etag(self._source.head_url)
        sink = PartSink(
            self._part,
            self._source,
            self._etag,
            advance=lambda done: self._report("receiving", done),
            cancel=self._cancel,
            monotonic=self._settings.monotonic,
        )
        url = self._source.url
        for _ in range(_MOST_REDIRECTS):
            headers = request_headers(self._part.offset, self._etag)
            received = yield from receive(self._transfer("GET", url, headers), sink)
            location = received.headers.get("location")
            if received.status not in _REDIRECTS or location is None:
                return received
            if not self._source.is_external:
                raise TransportError("the store redirected, which the client does not follow")
            # Hosts of releases redirect. These requests carry no credential.
            url = urljoin(url, location)
        raise TransportError("the provider redirects too often")

    def _ask_etag(self, url: str) -> Flow[str | None]:
        reply = yield from send(self._transfer("HEAD", url, {}))
        if reply.status_code not in range(200, 300):
            # The digest of the whole file decides then.
            return None
        return check_head(reply.headers, self._source.size_bytes)

    def _transfer(self, method: str, url: str, headers: dict[str, str]) -> Request:
        if self._settings.is_secure and urlsplit(url).scheme != "https":
            raise TransportError("the address of the file does not use https", is_sent=False)
        headers = {"User-Agent": self._settings.identity.user_agent, **headers}
        timeouts = self._settings.timeouts
        return Request(method=method, url=url, headers=headers, timeouts=timeouts, is_signed=True)

    def _refresh_in_time(self) -> Flow[None]:
        age = self._settings.monotonic() - self._resolved_at
        if age >= max(1.0, self._source.refresh_seconds):
            yield from self._refresh()

    def _refresh(self) -> Flow[None]:
        source = yield from refresh(
            self._settings, self._artifact_id, self._source, self._part.offset, self._cancel
        )
        if (source.sha256, source.size_bytes) != (self._source.sha256, self._source.size_bytes):
            self._part.discard()
            raise IntegrityError("sha256", "the service declares other bytes than before")
        yield from self._take(source)

    def _take(self, source: Source) -> Flow[None]:
        self._source = source
        self._etag = source.if_match
        self._resolved_at = self._settings.monotonic()
        if not source.is_fallback:
            yield from run(lambda: self._part.remember(source.job))

    def _expired(self, received: Received) -> Flow[None]:
        self._failures += 1
        if self._failures >= self._settings.retries.attempts:
            yield from self._switch(_refusal(received, self._settings))
            return
        # An expired address is no reason to wait.
        yield from self._refresh()
        if received.status == _PRECONDITION_FAILED:
            # The store has another ETag than the service knows. HEAD asks the store itself.
            self._etag = None

    def _failed(
        self, error: TransportError | IntegrityError | ProblemError, *, has_advanced: bool
    ) -> Flow[None]:
        """Wait before the next request, switch to the second store, or raise the error."""
        self._failures = 1 if has_advanced else self._failures + 1
        policy = self._settings.retries
        wait = (
            None
            if isinstance(error, IntegrityError)
            else policy.wait_seconds(
                self._failures, error, is_repeatable=True, random=self._settings.random
            )
        )
        if wait is None:
            yield from self._switch(error)
        else:
            yield from sleep(wait, self._cancel)

    def _switch(self, error: ModportError) -> Flow[None]:
        """Use the second store. Its bytes may follow others, because the digest decides."""
        source = self._source
        self._switches += 1
        if not source.has_fallback or source.is_fallback or self._switches > _MOST_SWITCHES:
            raise error
        try:
            other = yield from resolve_fallback(self._settings, self._artifact_id, source)
        except ModportError:
            raise error from None
        if (other.sha256, other.size_bytes) != (source.sha256, source.size_bytes):
            raise error
        self._failures = 0
        yield from self._take(other)

    def _is_genuine(self) -> Flow[bool]:
        """Compare the digest of the whole file. Starts over if the bytes are of two responses."""
        digest = yield from run(lambda: self._part.digest(self._verifying))
        if digest == self._source.sha256:
            return True
        error = IntegrityError("sha256", "the bytes are not those that the service declared")
        self._restarts += 1
        if self._restarts <= _MOST_RESTARTS and self._part.is_mixed:
            self._part.restart()
            return False
        self._part.restart()
        try:
            yield from self._switch(error)
        except IntegrityError:
            self._part.discard()
            raise
        return False

    def _verifying(self, done: int) -> None:
        if self._cancel is not None:
            self._cancel.raise_if_cancelled()
        self._report("verifying", done)

    def _report(self, phase: Phase, done: int) -> None:
        self._progress(DownloadProgress(phase, done, self._source.size_bytes))


def _refusal(received: Received, settings: Settings) -> ProblemError:
    return problem_of(received.reply, settings.now())


def _silent(_progress: DownloadProgress) -> None:
    return None

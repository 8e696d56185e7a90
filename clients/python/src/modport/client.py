"""The synchronous client."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar
from uuid import UUID

import httpx

from . import downloads, plans, uploads
from ._calls import call
from ._effects import Timeouts
from ._http import cookie_jar
from ._shared import DEFAULT_RETRIES, DEFAULT_TIMEOUTS, Token, limits, settings_of, value
from ._sync import SyncDriver
from .cancellation import CancelToken
from .downloads.flow import OnProgress as OnDownload
from .identity import Identity
from .operation import Operation, Page, Response
from .pagination import Walk
from .plans import Plan, Setup, Update
from .retries import RetryPolicy
from .uploads.flow import OnProgress as OnUpload

T = TypeVar("T")
P = TypeVar("P", bound=Page[Any])


class Client:
    """A client of the service. Its methods block, and may be called from several threads.

    ``base_url`` ends with ``/v1``. ``token`` is a token, a function that returns one, or a
    ``SignedIn``. ``http`` replaces the HTTP client; its defaults are not used for requests.
    """

    def __init__(
        self,
        base_url: str,
        *,
        identity: Identity,
        token: Token = None,
        retries: RetryPolicy = DEFAULT_RETRIES,
        timeouts: Timeouts = DEFAULT_TIMEOUTS,
        http: httpx.Client | None = None,
        sleep: Callable[[float], None] | None = None,
        **clocks: Callable[[], float],
    ) -> None:
        """Raise ValueError for a base URL that is none, or that would show the token to others."""
        self._settings = settings_of(
            base_url,
            identity=identity,
            token=token,
            retries=retries,
            timeouts=timeouts,
            changes=clocks,
        )
        self._owned = None if http else httpx.Client(limits=limits(), cookies=cookie_jar())
        driver_http = http or self._owned
        assert driver_http is not None  # noqa: S101 - one of the two exists
        self._driver = SyncDriver(driver_http, sleep, self._settings.monotonic)

    def __enter__(self) -> Self:
        """Return the client."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the client."""
        self.close()

    def close(self) -> None:
        """Close the connections, unless the caller passed the HTTP client."""
        if self._owned is not None:
            self._owned.close()

    def send(self, operation: Operation[T]) -> T:
        """Call an operation of ``modport.api`` and return its result.

        Raises ProblemError for an error response, and TransportError if none arrives.
        """
        return self._driver.run(value(self._settings, operation))

    def response(self, operation: Operation[T]) -> Response[T]:
        """Call an operation and return its result with status and headers, such as the ETag."""
        return self._driver.run(call(self._settings, operation))

    def pages(self, operation: Operation[P]) -> Iterator[P]:
        """Yield the pages of a list. Ends if the service repeats a cursor."""
        walk = Walk()
        following: Operation[P] | None = operation
        while following is not None:
            page = self.send(following)
            yield page
            following = walk.following(following, page)

    def items(self, operation: Operation[Page[T]]) -> Iterator[T]:
        """Yield the entries of a list, page by page."""
        for page in self.pages(operation):
            yield from page.data

    def plan(
        self,
        setup: Setup,
        *,
        mods: Sequence[str | UUID] = (),
        versions: Mapping[str, str] | None = None,
        artifacts: Sequence[str | UUID] = (),
        include_optional: bool = False,
    ) -> Plan:
        """Find out what to install for mods, exact versions (mod id to version id) or files."""
        flow = plans.plan(
            self._settings,
            setup,
            mods=mods,
            versions=versions,
            artifacts=artifacts,
            include_optional=include_optional,
        )
        return self._driver.run(flow)

    def updates(self, setup: Setup, installed: Sequence[str]) -> list[Update]:
        """Look for newer files of installed ones, by artifact id or digest (beta).

        Takes any number of files and returns their updates in the same order.
        """
        return self._driver.run(plans.updates(self._settings, setup, installed))

    def download(
        self,
        artifact_id: str | UUID,
        target: str | Path,
        *,
        sha256: str | None = None,
        size_bytes: int | None = None,
        progress: OnDownload | None = None,
        cancel: CancelToken | None = None,
    ) -> downloads.Downloaded:
        """Download a file to exactly ``target``, and continue an earlier attempt.

        A file of that name is replaced at the end, and never contains other bytes than declared.
        ``sha256`` and ``size_bytes``, for example from a plan, are demanded of the service. Until
        then the bytes are in ``<target>.part``.

        Raises IntegrityError for wrong bytes, BusyError if another process downloads to the same
        target, Cancelled, ProblemError, TransportError, and OSError, for example for a full disk.
        """
        flow = downloads.download(
            self._settings,
            artifact_id,
            target,
            sha256=sha256,
            size_bytes=size_bytes,
            progress=progress,
            cancel=cancel,
        )
        return self._driver.run(flow)

    def upload(
        self,
        file: str | Path,
        request: uploads.UploadRequest,
        *,
        resume: str | UUID | None = None,
        state: str | Path | None = None,
        progress: OnUpload | None = None,
        cancel: CancelToken | None = None,
        scan_timeout: float = uploads.SCAN_SECONDS,
    ) -> uploads.UploadSession:
        """Upload a file, wait for its scan, and continue an earlier attempt.

        ``state`` is a small file beside the upload by default. It has the id of the session, so a
        later call sends only the parts that are missing. ``resume`` continues a session by its id
        without that file, if it takes parts. ``scan_timeout`` is in seconds. The result is
        ``ready``, ``published`` or ``quarantined``.

        Raises UploadInvalidError, UploadFailedError, FileChangedError, BusyError, Cancelled,
        ScanTimeoutError, ProblemError, TransportError and OSError.
        """
        flow = uploads.upload(
            self._settings,
            file,
            request,
            resume=resume,
            state=state,
            progress=progress,
            cancel=cancel,
            scan_timeout=scan_timeout,
        )
        return self._driver.run(flow)

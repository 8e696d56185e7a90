"""The errors of the client. Each is a ``ModportError``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from .uploads import UploadSession


class ModportError(Exception):
    """The base of all errors of the client."""


@dataclass(frozen=True)
class FieldProblem:
    """A faulty field of a request."""

    field: str
    code: str
    detail: str | None = None


@dataclass(eq=False)
class ProblemError(ModportError):
    """An error response of the service (section 2.10 of the contract).

    Branch on ``code``, never on ``detail``. A response that is no problem document has no code.
    """

    status: int
    code: str | None = None
    title: str = ""
    detail: str = ""
    type: str = "about:blank"
    instance: str | None = None
    retryable: bool = False
    retry_after_seconds: float | None = None
    request_id: str | None = None
    trace_id: str | None = None
    fields: tuple[FieldProblem, ...] = ()
    required_scopes: tuple[str, ...] = ()
    quota_bucket: str | None = None
    download_job: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    document: Any = field(default=None, repr=False)
    """The parsed body as the service sent it, or None if it was no JSON."""

    def __str__(self) -> str:
        """Status, code and detail, and the id to give to the support."""
        what = self.code or "without a problem document"
        text = f"{self.status} {what}: {self.detail or self.title}".rstrip(": ")
        return f"{text} (request {self.request_id})" if self.request_id else text


class NotModified(ModportError):  # noqa: N818
    """304: the resource still has the ETag of ``If-None-Match``."""


class TransportError(ModportError):
    """The connection failed, timed out, or led to an address that the client refuses."""

    def __init__(self, message: str, *, is_sent: bool = True) -> None:
        """``is_sent`` is false if the service cannot have seen the request."""
        super().__init__(message)
        self.is_sent = is_sent


IntegrityReason = Literal["size", "sha256", "range", "etag", "encoding"]


class IntegrityError(ModportError):
    """The bytes or their description are not what the service declared."""

    def __init__(self, reason: IntegrityReason, message: str) -> None:
        """``reason`` names what was wrong."""
        super().__init__(message)
        self.reason: IntegrityReason = reason


class SignInError(ModportError):
    """A sign-in, a refresh or a revocation failed."""

    def __init__(self, code: str, message: str = "") -> None:
        """``code`` is an OAuth error code, or one of the client such as ``state_mismatch``."""
        super().__init__(f"{code}: {message}" if message else code)
        self.code = code


class Cancelled(ModportError):  # noqa: N818
    """The caller cancelled the transfer. A later call continues it."""


class BusyError(ModportError):
    """Another process works on the same file. Nothing was changed."""


class FileChangedError(ModportError):
    """The file changed while it was sent. The upload was not completed."""


class ScanTimeoutError(ModportError):
    """The scan takes longer than the caller waits. A later call continues to wait."""


class UploadFailedError(ModportError):
    """The service refused the uploaded bytes, or the session was cancelled."""

    def __init__(self, message: str, session: UploadSession) -> None:
        """``session`` has the code and the findings."""
        super().__init__(message)
        self.session = session


class UploadInvalidError(ModportError):
    """The service would refuse this upload. Nothing was created."""

    def __init__(self, problems: tuple[FieldProblem, ...]) -> None:
        """``problems`` lists the faulty fields."""
        super().__init__("; ".join(f"{it.field}: {it.code}" for it in problems))
        self.problems = problems

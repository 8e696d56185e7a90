"""What an upload declares, and what the service says about its session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import UUID

from .. import _wire as wire
from ..errors import FieldProblem
from ..operation import Reply, UnexpectedShape
from ..problems import field_problems

_OPEN = frozenset({"draft", "uploading"})
_ACCEPTED = frozenset({"ready", "published", "quarantined"})
_REFUSED = frozenset({"failed", "cancelled"})
_LONGEST_URL_SECONDS = 900.0
_MARGIN_SECONDS = 30.0
_MOST_PARTS = 10_000


@dataclass(frozen=True, kw_only=True)
class UploadRequest:
    """The file to create in a version in state ``draft``."""

    mod_id: str | UUID
    version_id: str | UUID
    filename: str | None = None
    """The name of the file on disk by default."""
    content_type: str | None = None
    file_kind: str = "main"
    """``main`` or ``optional``."""
    label: str | None = None
    file_version: str | None = None
    build_metadata: Mapping[str, Any] | None = None

    def body(self, name: str, size_bytes: int, sha256: str) -> dict[str, Any]:
        """Return the declaration of a file with these bytes."""
        body: dict[str, Any] = {
            "modId": str(wire.canonical_uuid(self.mod_id)),
            "versionId": str(wire.canonical_uuid(self.version_id)),
            "filename": self.filename or name,
            "contentType": self.content_type,
            "sizeBytes": size_bytes,
            "expectedHashes": {"sha256": sha256},
            "fileKind": self.file_kind,
            "label": self.label,
            "fileVersion": self.file_version,
            "buildMetadata": dict(self.build_metadata) if self.build_metadata else None,
        }
        return {name: value for name, value in body.items() if value is not None}


@dataclass(frozen=True)
class UploadProgress:
    """How far an upload is."""

    phase: Literal["hashing", "sending", "scanning", "done"]
    done_bytes: int
    size_bytes: int
    status: str = ""
    """The state of the session while the service scans."""


@dataclass(frozen=True)
class Finding:
    """An entry at which the scan stopped."""

    code: str
    path: str | None
    found: str
    why: str
    fix: str


@dataclass(frozen=True)
class UploadSession:
    """The state of an upload on the service."""

    upload_id: str
    status: str
    """``lifecycleStatus``; a later release may add values."""
    artifact_id: str
    filename: str
    size_bytes: int
    mod_id: str
    version_id: str
    parts: Mapping[int, str] = field(repr=False)
    """The ETags of the parts that the store confirmed."""
    has_progress: bool
    """False if the store did not respond, so that ``parts`` is unknown."""
    percent: int
    total_parts: int
    is_multipart: bool
    failure_code: str | None
    failure_detail: str | None
    findings: tuple[Finding, ...]
    retry_after_seconds: float | None
    support_id: str
    """Give it to the support; it grants nothing."""

    @property
    def takes_bytes(self) -> bool:
        """Whether the service waits for bytes."""
        return self.status in _OPEN

    @property
    def is_accepted(self) -> bool:
        """Whether the file can be published, now or after a review."""
        return self.status in _ACCEPTED

    @property
    def is_refused(self) -> bool:
        """Whether the file needs a new session."""
        return self.status in _REFUSED

    @property
    def needs_review(self) -> bool:
        """Whether the file waits for a moderator."""
        return self.status == "quarantined"


@dataclass(frozen=True)
class Signed:
    """A signed request for bytes. Its address and its headers are secrets."""

    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    lifetime_seconds: float
    """How long it works, counted from the response that contained it."""


@dataclass(frozen=True)
class Instructions:
    """How to send the bytes: a single request, or parts."""

    single: Signed | None = None
    part_size_bytes: int = 0
    total_parts: int = 0
    parts: Mapping[int, Signed] = field(default_factory=dict)


@dataclass(frozen=True)
class Created:
    """The response of a create."""

    session: UploadSession
    instructions: Instructions | None
    """None if the session takes no bytes any more."""


def read_session(reply: Reply) -> UploadSession:
    """Read a session."""
    return _session(wire.data_of(reply))


def _session(data: Mapping[str, Any]) -> UploadSession:
    progress = wire.member(data, "progress")
    failure = wire.optional_member(data, "failure")
    retry = wire.optional_member(data, "retry").get("retryAfterSeconds")
    findings = data.get("findings")
    return UploadSession(
        upload_id=str(UUID(wire.text(data, "upload_id"))),
        status=wire.text(data, "lifecycleStatus"),
        artifact_id=wire.text(data, "artifact_id"),
        filename=wire.text(data, "filename"),
        size_bytes=wire.number(data, "sizeBytes"),
        mod_id=wire.text(data, "modId"),
        version_id=wire.text(data, "versionId"),
        parts={
            wire.number(it, "partNumber"): wire.text(it, "etag")
            for it in wire.members(progress, "completedParts")
        },
        has_progress=wire.flag(progress, "available"),
        percent=wire.number(progress, "percent"),
        total_parts=wire.number(progress, "totalParts"),
        is_multipart=wire.text(data, "strategy") == "multipart",
        failure_code=wire.optional_text(failure, "code"),
        failure_detail=wire.optional_text(failure, "detail"),
        findings=tuple(_finding(it) for it in findings if isinstance(it, dict))
        if isinstance(findings, list)
        else (),
        retry_after_seconds=float(retry) if isinstance(retry, int) and retry >= 0 else None,
        support_id=wire.text(data, "supportCorrelationId"),
    )


def _finding(item: Mapping[str, Any]) -> Finding:
    return Finding(
        code=wire.text(item, "code"),
        path=wire.optional_text(item, "path"),
        found=wire.optional_text(item, "found") or "",
        why=wire.optional_text(item, "why") or "",
        fix=wire.optional_text(item, "fix") or "",
    )


def read_created(reply: Reply) -> Created:
    """Read the response of a create or of its repetition."""
    data = wire.data_of(reply)
    upload = data.get("upload")
    if upload is None:
        return Created(_session(data), None)
    return Created(_session(data), _instructions(reply, wire.mapping(upload, "upload")))


def _instructions(reply: Reply, upload: Mapping[str, Any]) -> Instructions:
    if upload.get("parts") is None:
        return Instructions(single=_signed(reply, upload))
    size, total = wire.number(upload, "partSizeBytes"), wire.number(upload, "totalParts")
    if not size or not 0 < total <= _MOST_PARTS:
        raise UnexpectedShape("the parts have no size")
    signed = {
        wire.number(it, "partNumber"): _signed(reply, it) for it in wire.members(upload, "parts")
    }
    return Instructions(part_size_bytes=size, total_parts=total, parts=signed)


def read_part(reply: Reply, number: int, size_bytes: int) -> Signed:
    """Read the response to a request for one signature. It must be for exactly these bytes."""
    for part in wire.members(wire.data_of(reply), "parts"):
        if wire.number(part, "partNumber") == number:
            if wire.number(part, "sizeBytes") != size_bytes:
                raise UnexpectedShape("the service signed a part of another size")
            return _signed(reply, part)
    raise UnexpectedShape("the service signed another part")


def _signed(reply: Reply, request: Mapping[str, Any]) -> Signed:
    if wire.text(request, "method") != "PUT":
        raise UnexpectedShape("a store takes bytes by PUT")
    headers = wire.member(request, "headers")
    return Signed(
        url=wire.text(request, "url"),
        headers={name: wire.text(headers, name) for name in headers},
        lifetime_seconds=_lifetime(reply, request),
    )


def _lifetime(reply: Reply, request: Mapping[str, Any]) -> float:
    """The clock of this machine may be wrong, so the time counts from that of the service."""
    sent = wire.http_date(reply.headers.get("date"))
    if sent is None:
        return _LONGEST_URL_SECONDS - _MARGIN_SECONDS
    lifetime = wire.moment(request, "expiresAt") - sent
    return min(lifetime, _LONGEST_URL_SECONDS) - _MARGIN_SECONDS


def read_problems(reply: Reply) -> tuple[FieldProblem, ...]:
    """Read the result of a validation."""
    data = wire.data_of(reply)
    return () if wire.flag(data, "valid") else field_problems(data.get("problems"))

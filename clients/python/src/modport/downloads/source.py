"""Where the bytes of a file are, as a resolve or a fallback says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from .. import _wire as wire
from ..errors import IntegrityError
from ..operation import Reply, UnexpectedShape

_EXTERNAL = "external_provider_reference"
# An external reference has no time to refresh at; this part of its lifetime is left for a request.
_EXTERNAL_MARGIN = 0.8
_LONGEST_REFRESH_SECONDS = 3600


@dataclass(frozen=True)
class Job:
    """The ids that survive a restart of the program. They grant nothing by themselves."""

    job_id: str | None = None
    grant_id: str | None = None
    session_id: str | None = None


@dataclass(frozen=True, kw_only=True)
class Source:
    """One representation of the bytes. Its addresses are secrets and are never stored."""

    size_bytes: int
    sha256: str
    url: str = field(repr=False)
    head_url: str | None = field(repr=False)
    provider: str
    etag: str | None
    """The ETag to report."""
    if_match: str | None
    """The ETag to demand, if it belongs to this provider."""
    can_range: bool
    is_external: bool
    is_fallback: bool = False
    has_fallback: bool = False
    refresh_seconds: float
    """When to resolve again, counted from the response."""
    job: Job
    reported_bytes: int = 0
    original_filename: str | None = None


def read_resolution(artifact_id: UUID, reply: Reply) -> Source:
    """Read the response of a resolve. Raises UnexpectedShape or IntegrityError."""
    data = wire.data_of(reply)
    artifact = wire.member(data, "artifact")
    if wire.text(artifact, "id") != str(artifact_id):
        raise IntegrityError("sha256", "the service resolved another file")
    size, sha256 = wire.number(data, "size_bytes"), wire.sha256(data)
    name = wire.optional_text(artifact, "original_filename")
    if data.get("transport") is None:
        return _managed(data, size, sha256, name)
    return _external(data, size, sha256, name)


def _managed(data: Mapping[str, Any], size: int, sha256: str, name: str | None) -> Source:
    refresh = wire.number(data, "refresh_after_seconds")
    return _source(
        data,
        url=wire.text(data, "primary_url"),
        refresh_seconds=float(min(refresh, _LONGEST_REFRESH_SECONDS)),
        size_bytes=size,
        sha256=sha256,
        has_fallback=wire.flag(wire.optional_member(data, "fallback"), "available"),
        original_filename=name,
    )


def _external(data: Mapping[str, Any], size: int, sha256: str, name: str | None) -> Source:
    transport = wire.member(data, "transport")
    if wire.text(transport, "kind") != _EXTERNAL:
        raise UnexpectedShape("the kind of transport is unknown to this client")
    lifetime = min(wire.number(transport, "ttl_seconds"), _LONGEST_REFRESH_SECONDS)
    return Source(
        size_bytes=size,
        sha256=sha256,
        url=wire.text(transport, "url"),
        head_url=None,
        provider=wire.text(transport, "provider"),
        etag=None,
        if_match=_if_match(wire.member(data, "representation")),
        can_range=wire.flag(wire.member(data, "capabilities"), "range_supported"),
        is_external=True,
        refresh_seconds=lifetime * _EXTERNAL_MARGIN,
        job=Job(),
        original_filename=name,
    )


def read_fallback(before: Source, reply: Reply) -> Source:
    """Read the response of a fallback. Raises UnexpectedShape or IntegrityError."""
    data = wire.data_of(reply)
    size, sha256 = wire.number(data, "size_bytes"), wire.sha256(data)
    return _source(
        data,
        url=wire.text(data, "fallback_url"),
        refresh_seconds=min(float(wire.number(data, "expires_in")), before.refresh_seconds),
        size_bytes=size,
        sha256=sha256,
        is_fallback=True,
        original_filename=before.original_filename,
    )


def _source(data: Mapping[str, Any], **members: Any) -> Source:
    representation = wire.member(data, "representation")
    capabilities = wire.member(data, "capabilities")
    job = wire.member(data, "download_job")
    return Source(
        head_url=wire.optional_text(data, "head_url")
        if wire.flag(capabilities, "head_supported")
        else None,
        provider=wire.text(representation, "provider"),
        etag=wire.optional_text(representation, "etag"),
        if_match=_if_match(representation),
        can_range=wire.flag(capabilities, "range_supported"),
        is_external=False,
        job=Job(
            job_id=wire.text(job, "id"),
            grant_id=wire.text(job, "grant_id"),
            session_id=wire.text(data, "download_session_id"),
        ),
        reported_bytes=wire.number(wire.member(job, "progress"), "bytes_received"),
        **members,
    )


def _if_match(representation: Mapping[str, Any]) -> str | None:
    """An ETag of one provider means nothing to another one."""
    provider = wire.text(representation, "provider")
    if provider != wire.optional_text(representation, "etag_scope"):
        return None
    return wire.optional_text(representation, "if_match")

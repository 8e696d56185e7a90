"""Asks the service where the bytes of a file are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

from .._calls import Settings, call
from .._effects import Flow, sleep
from ..cancellation import CancelToken
from ..errors import ModportError, ProblemError
from ..generated.api.downloads import resolve_download, resolve_download_fallback
from ..generated.models import ResolveDownloadFallbackInput, ResolveDownloadInput
from ..operation import Operation, Reply
from ..retries import RetryPolicy
from .source import Job, Source, read_fallback, read_resolution

_LIMITED = "download_rate_limited"
_FINAL = frozenset({_LIMITED})
_LONGEST_WAIT_SECONDS = 330.0
"""A lease ends after at most 300 seconds; the rest is for clocks that differ."""
# The service no longer knows the job, or knows another progress of it.
_FORGOTTEN = frozenset({400, 404, 409, 410})


def resolve(
    settings: Settings,
    artifact_id: UUID,
    job: Job | None,
    cancel: CancelToken | None,
) -> Flow[Source]:
    """Resolve a file, and continue its job if there is one. Raises ProblemError.

    Waits if too many downloads are running, but not for the bytes of a day.
    """
    body = _body(job.job_id) if job and job.job_id else {}
    return (yield from _asked(settings, artifact_id, [body, {}], cancel))


def refresh(
    settings: Settings,
    artifact_id: UUID,
    source: Source,
    received: int,
    cancel: CancelToken | None,
) -> Flow[Source]:
    """Resolve again, and report the bytes that are on disk if the service knows fewer.

    An external file has no reports.
    """
    if source.is_external or received <= source.reported_bytes:
        return (yield from resolve(settings, artifact_id, source.job, cancel))
    known = _body(source.job.job_id) if source.job.job_id else {}
    bodies = [_report(source, received), known, {}]
    return (yield from _asked(settings, artifact_id, bodies, cancel))


def report_end(settings: Settings, artifact_id: UUID, source: Source) -> Flow[None]:
    """Report that all bytes arrived, which makes room for the next download. Never fails."""
    if source.is_external:
        return
    brief = replace(settings, retries=RetryPolicy(attempts=1))
    try:
        yield from call(brief, _operation(artifact_id, _report(source, source.size_bytes), _ignore))
    except ModportError:
        # The lease ends by itself, and the file is complete.
        return


def resolve_fallback(settings: Settings, artifact_id: UUID, source: Source) -> Flow[Source]:
    """Ask for the second store. Raises ProblemError if there is none."""
    body = {"downloadSessionId": source.job.session_id}
    operation = resolve_download_fallback(
        artifact_id, body=ResolveDownloadFallbackInput.from_dict(body)
    )
    read = operation.reading(lambda reply: read_fallback(source, reply))
    return (yield from call(settings, read)).value


def _asked(
    settings: Settings,
    artifact_id: UUID,
    bodies: list[dict[str, Any]],
    cancel: CancelToken | None,
) -> Flow[Source]:
    """Send the first body; the next one if the service no longer knows the job in it.

    The last body is empty: it begins a new job, and its refusal is final.
    """
    refusals = 0
    while True:
        operation = _operation(
            artifact_id, bodies[0], lambda reply: read_resolution(artifact_id, reply)
        )
        try:
            response = yield from call(settings, operation, cancel=cancel, final=_FINAL)
        except ProblemError as error:
            if error.code == _LIMITED:
                refusals += 1
                yield from _wait_for_lease(settings, error, refusals, cancel)
                # A refused new job waits in the service. The next request continues it.
                bodies = bodies if bodies[0] else [*_body_of(error), *bodies]
            elif bodies[0] and error.status in _FORGOTTEN:
                bodies = bodies[1:]
            else:
                raise
        else:
            source: Source = response.value
            return source


def _wait_for_lease(
    settings: Settings, error: ProblemError, refusals: int, cancel: CancelToken | None
) -> Flow[None]:
    """Wait until a lease ends. Raise the error again if no wait of this length can help."""
    wait = error.retry_after_seconds or 0.0
    if refusals >= settings.retries.attempts or wait > _LONGEST_WAIT_SECONDS:
        raise error
    if error.quota_bucket == "download_bytes":
        # It refills within a day.
        raise error
    yield from sleep(wait + settings.random(), cancel)


def _operation(
    artifact_id: UUID, body: dict[str, Any], parse: Callable[[Reply], Any]
) -> Operation[Any]:
    operation = resolve_download(artifact_id, body=ResolveDownloadInput.from_dict(body))
    return operation.reading(parse)


def _body(job_id: str) -> dict[str, Any]:
    return {"download_job": {"id": job_id}}


def _body_of(error: ProblemError) -> list[dict[str, Any]]:
    job_id = (error.download_job or {}).get("id")
    try:
        return [_body(str(UUID(job_id)))] if isinstance(job_id, str) else []
    except ValueError:
        return []


def _report(source: Source, received: int) -> dict[str, Any]:
    progress = {"bytes_received": received, "provider": source.provider}
    job = {"id": source.job.job_id, "progress": progress, "etag": source.etag}
    return {"download_job": job}


def _ignore(_reply: Reply) -> None:
    return None

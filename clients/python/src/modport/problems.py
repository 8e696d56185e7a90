"""Reads error responses. Believes nothing about their shape."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from .errors import FieldProblem, ProblemError
from .operation import Reply
from .retries import retry_after_seconds

_LONGEST_TEXT = 2000


def problem_of(reply: Reply, now: float) -> ProblemError:
    """Return the error of a response. ``now`` is the time in seconds since 1970."""
    try:
        document = reply.json()
    except (ValueError, RecursionError):
        document = None
    members: Mapping[str, Any] = document if isinstance(document, dict) else {}
    code = _text(members, "code")
    return ProblemError(
        status=reply.status_code,
        code=code,
        title=_text(members, "title") or "",
        detail=_text(members, "detail") or "",
        type=_text(members, "type") or "about:blank",
        instance=_text(members, "instance"),
        retryable=code is not None and members.get("retryable") is True,
        retry_after_seconds=_retry_after(members, reply.headers, now),
        request_id=_text(members, "request_id") or reply.headers.get("x-request-id"),
        trace_id=_text(members, "trace_id"),
        fields=field_problems(members.get("fields")),
        required_scopes=_texts(members.get("required_scopes")),
        quota_bucket=_text(members, "quota_bucket"),
        download_job=_object(members.get("download_job")),
        headers=reply.headers,
        document=document,
    )


def unexpected(reply: Reply, cause: Exception) -> ProblemError:
    """Return the error for a successful response of another shape."""
    return ProblemError(
        status=reply.status_code,
        title="The response does not match the API document.",
        detail=f"{type(cause).__name__}: {cause}"[:_LONGEST_TEXT],
        request_id=reply.headers.get("x-request-id"),
        headers=reply.headers,
    )


def field_problems(value: object) -> tuple[FieldProblem, ...]:
    """Read the faulty fields of a request; leave out what is none."""
    entries = value if isinstance(value, list) else []
    return tuple(
        FieldProblem(_text(it, "field") or "", code, _text(it, "detail"))
        for it in entries
        if isinstance(it, dict) and (code := _text(it, "code")) is not None
    )


def _retry_after(
    members: Mapping[str, Any], headers: Mapping[str, str], now: float
) -> float | None:
    stated = [retry_after_seconds(headers, now), _seconds(members.get("retry_after_seconds"))]
    known = [it for it in stated if it is not None]
    return max(known) if known else None


def _seconds(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        seconds = float(value)
    except OverflowError:
        return math.inf
    return None if math.isnan(seconds) or seconds < 0 else seconds


def _text(members: Mapping[str, Any], name: str) -> str | None:
    value = members.get(name)
    return value[:_LONGEST_TEXT] if isinstance(value, str) else None


def _texts(value: object) -> tuple[str, ...]:
    return tuple(it for it in value if isinstance(it, str)) if isinstance(value, list) else ()


def _object(value: object) -> Mapping[str, Any] | None:
    return value if isinstance(value, dict) else None

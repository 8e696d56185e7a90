"""Decides whether and when a request is repeated. Sends and waits for nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from .errors import ProblemError, TransportError

_RETRYABLE_WITHOUT_CODE = frozenset({408, 429, 500, 502, 503, 504})
_LONGEST_NUMBER = 9

MOST_ATTEMPTS = 3
"""The most attempts of a call (section 8 of the contract)."""


@dataclass(frozen=True)
class RetryPolicy:
    """At most three attempts with full jitter (section 8 of the contract)."""

    attempts: int = MOST_ATTEMPTS
    """The maximum number of attempts, with the first one: 1 to 3."""
    base_seconds: float = 0.5
    longest_backoff_seconds: float = 8.0
    longest_wait_seconds: float = 60.0
    """A longer ``Retry-After`` is left to the caller."""

    def __post_init__(self) -> None:
        """Raise ValueError for another number of attempts than the contract allows."""
        if not 1 <= self.attempts <= MOST_ATTEMPTS:
            raise ValueError(f"attempts must be 1 to {MOST_ATTEMPTS}, not {self.attempts}")

    def wait_seconds(
        self,
        attempt: int,
        error: ProblemError | TransportError,
        *,
        is_repeatable: bool,
        random: Callable[[], float],
    ) -> float | None:
        """Return the delay before the next attempt, or None if the error is final.

        ``attempt`` counts from 1. ``random`` returns a number from 0 to 1.
        """
        if attempt >= self.attempts or not _helps(error, is_repeatable):
            return None
        jitter = random() * min(
            self.longest_backoff_seconds, self.base_seconds * 2.0 ** (attempt - 1)
        )
        asked = error.retry_after_seconds if isinstance(error, ProblemError) else None
        if asked is None:
            return jitter
        return None if asked > self.longest_wait_seconds else asked + jitter


def _helps(error: ProblemError | TransportError, is_repeatable: bool) -> bool:
    if isinstance(error, TransportError):
        return is_repeatable or not error.is_sent
    if not is_repeatable:
        return False
    return error.retryable or (error.code is None and error.status in _RETRYABLE_WITHOUT_CODE)


def retry_after_seconds(headers: Mapping[str, str], now: float) -> float | None:
    """Read ``Retry-After``. ``now`` is the time in seconds since 1970.

    A date counts from the header ``Date``, because the clock of this machine may be wrong.
    """
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text) if len(text) <= _LONGEST_NUMBER else float("inf")
    until = seconds_of_date(text)
    if until is None:
        return None
    sent = seconds_of_date(headers.get("date", ""))
    return max(0.0, until - (now if sent is None else sent))


def seconds_of_date(date: str) -> float | None:
    """Return a date of HTTP in seconds since 1970, or None if it is none."""
    try:
        moment = parsedate_to_datetime(date)
    except (ValueError, OverflowError, IndexError, TypeError):
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    try:
        return (moment - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds()
    except OverflowError:
        return None

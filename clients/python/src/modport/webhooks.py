"""Verifies deliveries of webhooks (section 6 of the contract)."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .errors import ModportError

WebhookReason = Literal["missing_header", "stale_timestamp", "wrong_signature", "malformed_body"]

TOLERANCE_SECONDS = 300
_TIMESTAMP = re.compile(r"[0-9]{1,15}")
_MOST_SIGNATURES = 8


class WebhookError(ModportError):
    """The delivery is not genuine, or not for now. Respond with 4xx and ignore it."""

    def __init__(self, reason: WebhookReason) -> None:
        """``reason`` is for the log of the receiver; do not send it back."""
        super().__init__(reason)
        self.reason: WebhookReason = reason


@dataclass(frozen=True)
class Delivery:
    """A genuine delivery. ``delivery_id`` is the same in every attempt of it."""

    delivery_id: str
    timestamp: int
    """When the service sent it, in seconds since 1970."""
    body: bytes = field(repr=False)

    @property
    def event(self) -> dict[str, Any]:
        """The event. Drop those whose ``event_id`` you have seen. Raises WebhookError."""
        try:
            event = json.loads(self.body)
        except (ValueError, RecursionError):
            raise WebhookError("malformed_body") from None
        if not isinstance(event, dict):
            raise WebhookError("malformed_body")
        return event


def verify_webhook(
    secrets: str | Iterable[str],
    headers: Mapping[str, str],
    body: bytes,
    *,
    tolerance: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> Delivery:
    """Return a genuine delivery. Raises WebhookError for any other.

    ``secrets`` are the whole secrets with ``whsec_``: two of them for a day after a rotation.
    ``body`` is the raw body, before any parsing. ``tolerance`` and ``now`` are in seconds.
    """
    known = [secrets] if isinstance(secrets, str) else list(secrets)
    if not known or not all(known):
        raise ValueError("an empty secret verifies nothing")
    lower = {name.lower(): value for name, value in headers.items()}
    delivery_id, timestamp = lower.get("x-service-delivery-id"), lower.get("x-service-timestamp")
    signature = lower.get("x-service-signature")
    if delivery_id is None or timestamp is None or signature is None:
        raise WebhookError("missing_header")
    if not _TIMESTAMP.fullmatch(timestamp):
        raise WebhookError("stale_timestamp")
    if not abs((time.time() if now is None else now) - int(timestamp)) <= tolerance:
        raise WebhookError("stale_timestamp")
    if not _is_signed(known, timestamp, signature, body):
        raise WebhookError("wrong_signature")
    return Delivery(delivery_id, int(timestamp), body)


def sign_webhook(secret: str, timestamp: int, body: bytes) -> str:
    """Return the signature header that the service sends, for tests of a receiver."""
    return "v1=" + _digest(secret, str(timestamp), body)


def _digest(secret: str, timestamp: str, body: bytes) -> str:
    return hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def _is_signed(secrets: list[str], timestamp: str, header: str, body: bytes) -> bool:
    given = [it.strip().encode() for it in header.split(",")[:_MOST_SIGNATURES]]
    matches = False
    for secret in secrets:
        expected = f"v1={_digest(secret, timestamp, body)}".encode()
        for signature in given:
            # Compares all of them, so that the time tells nothing about a match.
            matches |= hmac.compare_digest(signature, expected)
    return matches

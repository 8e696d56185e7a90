"""Cancels a transfer from another thread."""

from __future__ import annotations

import threading

from .errors import Cancelled


class CancelToken:
    """Pass one to ``download`` or ``upload``, and call ``cancel`` from anywhere.

    The call then raises ``Cancelled``, at the latest when the read or write timeout ends. What
    arrived stays on disk for the next call. Tasks of an asynchronous client can also be cancelled
    as usual.
    """

    def __init__(self) -> None:
        """Nothing is cancelled yet."""
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the call to end."""
        self._event.set()

    @property
    def is_cancelled(self) -> bool:
        """Whether ``cancel`` was called."""
        return self._event.is_set()

    def raise_if_cancelled(self) -> None:
        """Raise Cancelled after ``cancel``."""
        if self._event.is_set():
            raise Cancelled("the caller cancelled the transfer")

    def wait(self, seconds: float) -> None:
        """Wait that long, or until ``cancel``."""
        self._event.wait(seconds)

"""Judges the response of a store, and writes its body to the partial file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ..cancellation import CancelToken
from ..errors import IntegrityError, TransportError
from .partial import PartialFile
from .source import Source

_OK = 200
_PARTIAL = 206
_CONTENT_RANGE = re.compile(r"bytes ([0-9]{1,15})-([0-9]{1,15})/([0-9]{1,15})")
_STALL_WINDOW_SECONDS = 60.0
_STALL_BYTES = 8 * 1024


def request_headers(offset: int, etag: str | None) -> dict[str, str]:
    """Return the headers that ask for the bytes from ``offset`` on."""
    headers = {"Range": f"bytes={offset}-"} if offset else {}
    if etag is not None:
        headers["If-Match"] = etag
    return headers


def check_head(headers: Mapping[str, str], size_bytes: int) -> str | None:
    """Return the ETag of a HEAD. Raises IntegrityError if the size is another one."""
    _check_length(headers, size_bytes)
    return strong_etag(headers)


def strong_etag(headers: Mapping[str, str]) -> str | None:
    """Return the ETag of a response if ``If-Match`` can name it."""
    etag = headers.get("etag", "")
    return etag if re.fullmatch(r'"[\x21\x23-\x7e]*"', etag) else None


def check_response(
    status: int, headers: Mapping[str, str], offset: int, size_bytes: int, etag: str | None
) -> range | None:
    """Return which bytes of the file the body has, or None for no success.

    Raises IntegrityError if the head contradicts the request or the declared file.
    """
    if status not in {_OK, _PARTIAL}:
        return None
    if headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise IntegrityError("encoding", "the store encoded the bytes")
    answered = headers.get("etag")
    if etag is not None and answered is not None and answered != etag:
        raise IntegrityError("etag", "the store sent bytes with another ETag")
    if status == _OK:
        _check_length(headers, size_bytes)
        return range(size_bytes)
    match = _CONTENT_RANGE.fullmatch(headers.get("content-range", ""))
    if match is None or offset == 0:
        raise IntegrityError("range", "the store sent a part that was not requested")
    first, last, total = (int(it) for it in match.groups())
    if first != offset or total != size_bytes or not first <= last < size_bytes:
        raise IntegrityError("range", "the store sent another range than requested")
    _check_length(headers, last - first + 1)
    return range(first, last + 1)


def _check_length(headers: Mapping[str, str], expected: int) -> None:
    length = headers.get("content-length")
    if length is not None and length != str(expected):
        raise IntegrityError("size", f"the store declares {length} bytes instead of {expected}")


class PartSink:
    """Writes a body to the partial file, and at most the declared number of bytes."""

    def __init__(
        self,
        part: PartialFile,
        source: Source,
        etag: str | None,
        *,
        advance: Callable[[int], None],
        cancel: CancelToken | None,
        monotonic: Callable[[], float],
    ) -> None:
        """``advance`` gets the number of bytes on disk after each write."""
        self._part = part
        self._source = source
        self._etag = etag
        self._advance = advance
        self._cancel = cancel
        self._monotonic = monotonic
        self._end = 0
        self._is_framed = False
        self._window = (monotonic(), part.offset)

    def begin(self, status: int, headers: Mapping[str, str]) -> bool:
        """Raise IntegrityError for a lie. Starts over if the store sends the whole file."""
        size_bytes = self._source.size_bytes
        wanted = check_response(status, headers, self._part.offset, size_bytes, self._etag)
        if wanted is None:
            return False
        if wanted.start != self._part.offset:
            self._part.restart()
        self._part.is_mixed = self._part.offset > 0
        self._end = wanted.stop
        self._is_framed = "content-length" in headers
        self._window = (self._monotonic(), self._part.offset)
        return True

    def write(self, chunk: bytes) -> bool:
        """Write the bytes up to the declared end. False after it."""
        if self._cancel is not None:
            self._cancel.raise_if_cancelled()
        room = self._end - self._part.offset
        self._part.append(chunk[:room])
        self._advance(self._part.offset)
        self._check_speed()
        # A body with a length ends by itself, and leaves the connection usable.
        return len(chunk) <= room and (self._is_framed or self._part.offset < self._end)

    def _check_speed(self) -> None:
        since, offset = self._window
        now = self._monotonic()
        if now - since < _STALL_WINDOW_SECONDS:
            return
        if self._part.offset - offset < _STALL_BYTES and self._part.offset < self._end:
            raise TransportError("the store sends the file too slowly")
        self._window = (now, self._part.offset)

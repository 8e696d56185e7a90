"""Values that describe one call of the API, without sending it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import IO, Any, Final, Generic, Literal, Protocol, TypeVar

T_co = TypeVar("T_co", covariant=True)
D_co = TypeVar("D_co", covariant=True)
U = TypeVar("U")


class Unset:
    """The type of a member that is absent from a body. ``None`` is a JSON null."""

    def __bool__(self) -> Literal[False]:
        """An absent member is false."""
        return False

    def __repr__(self) -> str:
        """The name of the constant."""
        return "UNSET"


UNSET: Final = Unset()
"""Leaves a member out of a body. ``None`` sends null, which clears the member."""

FileContent = IO[bytes] | bytes | str
FileTypes = (
    tuple[str | None, FileContent, str | None]
    | tuple[str | None, FileContent, str | None, Mapping[str, str]]
)
RequestFiles = list[tuple[str, FileTypes]]


@dataclass(frozen=True)
class File:
    """A file in a multipart body."""

    payload: IO[bytes] | bytes
    file_name: str | None = None
    mime_type: str | None = None

    def to_tuple(self) -> FileTypes:
        """Return the form that httpx takes."""
        return self.file_name, self.payload, self.mime_type


class UnexpectedShape(ValueError):  # noqa: N818
    """A response has another shape than the API document says."""


@dataclass(frozen=True)
class Reply:
    """A complete response."""

    status_code: int
    headers: Mapping[str, str]
    """The header names are in lower case."""
    content: bytes = field(repr=False)

    def json(self) -> Any:
        """Parse the body. Raises ValueError if it is not JSON."""
        return json.loads(self.content)


@dataclass(frozen=True, kw_only=True)
class Operation(Generic[T_co]):
    """One call of the API: what to send, and how to read the response."""

    operation: str
    """The ``operationId`` in the API document."""
    method: str
    path: str
    """The path below the base URL, with its parameters."""
    parse: Callable[[Reply], T_co] = field(repr=False)
    params: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    json: object = field(default=UNSET, repr=False)
    files: RequestFiles | None = field(default=None, repr=False)
    data: Mapping[str, Any] | None = field(default=None, repr=False)
    takes_key: bool = False
    """Whether the operation has an ``Idempotency-Key``. Each call gets one if it is absent."""

    @property
    def is_repeatable(self) -> bool:
        """Whether the service accepts a repetition without a second effect."""
        return self.method in {"GET", "HEAD", "PUT", "DELETE"} or "Idempotency-Key" in self.headers

    def with_key(self, key: str) -> Operation[T_co]:
        """Return the same call with an ``Idempotency-Key``, unless it has one."""
        if "Idempotency-Key" in self.headers:
            return self
        return replace(self, headers={**self.headers, "Idempotency-Key": key})

    def reading(self, parse: Callable[[Reply], U]) -> Operation[U]:
        """Return the same call with another way to read its response."""
        # `replace` keeps the type of the result, which changes here.
        return Operation(**{**vars(self), "parse": parse})

    def with_cursor(self, cursor: str) -> Operation[T_co]:
        """Return the call for the page at a cursor."""
        return replace(self, params={**self.params, "cursor": cursor})


@dataclass(frozen=True)
class Response(Generic[T_co]):
    """A successful response, with its headers."""

    status: int
    headers: Mapping[str, str]
    """The header names are in lower case."""
    value: T_co

    @property
    def etag(self) -> str | None:
        """The ETag, which a PATCH of the same resource sends as ``If-Match``."""
        return self.headers.get("etag")

    @property
    def request_id(self) -> str | None:
        """The id to give to the support."""
        return self.headers.get("x-request-id")


class PageInfo(Protocol):
    """The part of a page that leads to the next one."""

    @property
    def next_cursor(self) -> str | None:
        """The cursor of the next page; None after the last."""
        ...


class Page(Protocol[D_co]):
    """A page of a list."""

    @property
    def data(self) -> Sequence[D_co]:
        """The entries."""
        ...

    @property
    def pagination(self) -> PageInfo:
        """Where the list continues."""
        ...

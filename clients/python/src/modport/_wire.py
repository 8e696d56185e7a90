"""Reads documents of the service at the border: a wrong type is an ``UnexpectedShape``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from .operation import Reply, UnexpectedShape
from .retries import seconds_of_date

_SHA256 = re.compile(r"[0-9a-f]{64}")


def data_of(reply: Reply) -> Mapping[str, Any]:
    """Return the member ``data`` of a response."""
    return member(mapping(reply.json(), "the response"), "data")


def mapping(value: object, what: str) -> Mapping[str, Any]:
    """Return the value if it is an object."""
    if isinstance(value, dict):
        return value
    raise UnexpectedShape(f"{what} is not an object")


def member(document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return a member that is an object."""
    return mapping(document.get(name), name)


def optional_member(document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return a member that is an object, or an empty one if it is absent or null."""
    value = document.get(name)
    return {} if value is None else mapping(value, name)


def members(document: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """Return a list of objects."""
    value = document.get(name)
    if not isinstance(value, list):
        raise UnexpectedShape(f"{name} is not a list")
    return [mapping(it, name) for it in value]


def text(document: Mapping[str, Any], name: str) -> str:
    """Return a text."""
    value = document.get(name)
    if isinstance(value, str):
        return value
    raise UnexpectedShape(f"{name} is not a string")


def optional_text(document: Mapping[str, Any], name: str) -> str | None:
    """Return a text, or None if it is absent or null."""
    return None if document.get(name) is None else text(document, name)


def number(document: Mapping[str, Any], name: str) -> int:
    """Return an integer of at least 0."""
    value = document.get(name)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise UnexpectedShape(f"{name} is not an integer of at least 0")


def flag(document: Mapping[str, Any], name: str) -> bool:
    """Return whether a member is true."""
    return document.get(name) is True


def sha256(document: Mapping[str, Any]) -> str:
    """Return ``hashes.sha256``."""
    return digest(member(document, "hashes"), "sha256")


def digest(document: Mapping[str, Any], name: str) -> str:
    """Return a SHA-256 in lower-case hex."""
    value = text(document, name)
    if _SHA256.fullmatch(value):
        return value
    raise UnexpectedShape("sha256 is not 64 hex digits")


def moment(document: Mapping[str, Any], name: str) -> float:
    """Return a time in seconds since 1970."""
    return datetime.fromisoformat(text(document, name)).timestamp()


def http_date(value: str | None) -> float | None:
    """Return a header of HTTP in seconds since 1970, or None if it is no date."""
    return seconds_of_date(value) if value else None


def canonical_uuid(value: str | UUID) -> UUID:
    """Return an id. Raises ValueError for another text."""
    return value if isinstance(value, UUID) else UUID(value)

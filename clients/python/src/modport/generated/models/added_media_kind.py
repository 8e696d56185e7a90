from typing import Literal

AddedMediaKind = Literal["cover", "gallery"] | str

ADDED_MEDIA_KIND_VALUES: frozenset[str] = frozenset(["cover", "gallery"])


def check_added_media_kind(value: object) -> AddedMediaKind:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

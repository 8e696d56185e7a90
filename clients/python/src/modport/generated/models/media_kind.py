from typing import Literal

MediaKind = Literal["cover", "fallback_cover", "gallery"] | str

MEDIA_KIND_VALUES: frozenset[str] = frozenset(["cover", "fallback_cover", "gallery"])


def check_media_kind(value: object) -> MediaKind:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

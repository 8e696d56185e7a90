from typing import Literal

AddedMediaKindInput = Literal["cover", "gallery"] | str

ADDED_MEDIA_KIND_INPUT_VALUES: frozenset[str] = frozenset(["cover", "gallery"])


def check_added_media_kind_input(value: object) -> AddedMediaKindInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

from typing import Literal

MediaManager = Literal["importer", "service", "uploader"] | str

MEDIA_MANAGER_VALUES: frozenset[str] = frozenset(["importer", "service", "uploader"])


def check_media_manager(value: object) -> MediaManager:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

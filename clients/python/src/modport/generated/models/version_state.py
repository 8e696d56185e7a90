from typing import Literal

VersionState = (
    Literal[
        "archived",
        "deleted",
        "draft",
        "failed",
        "published",
        "ready",
        "scanning",
        "validating",
        "withdrawn",
    ]
    | str
)

VERSION_STATE_VALUES: frozenset[str] = frozenset(
    [
        "archived",
        "deleted",
        "draft",
        "failed",
        "published",
        "ready",
        "scanning",
        "validating",
        "withdrawn",
    ]
)


def check_version_state(value: object) -> VersionState:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

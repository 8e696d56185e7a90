from typing import Literal

EventKindInput = (
    Literal[
        "account.access.changed",
        "app.changed",
        "file.failed",
        "file.ready",
        "mod.updated",
        "scan.completed",
        "token.changed",
        "upload.completed",
        "version.published",
    ]
    | str
)

EVENT_KIND_INPUT_VALUES: frozenset[str] = frozenset(
    [
        "account.access.changed",
        "app.changed",
        "file.failed",
        "file.ready",
        "mod.updated",
        "scan.completed",
        "token.changed",
        "upload.completed",
        "version.published",
    ]
)


def check_event_kind_input(value: object) -> EventKindInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

from typing import Literal

ScanStatus = (
    Literal[
        "clean",
        "failed",
        "pending",
        "quarantined",
        "queued",
        "rejected",
        "scanning",
        "skipped",
    ]
    | str
)

SCAN_STATUS_VALUES: frozenset[str] = frozenset(
    [
        "clean",
        "failed",
        "pending",
        "quarantined",
        "queued",
        "rejected",
        "scanning",
        "skipped",
    ]
)


def check_scan_status(value: object) -> ScanStatus:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

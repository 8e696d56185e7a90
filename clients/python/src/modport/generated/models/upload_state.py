from typing import Literal

UploadState = (
    Literal[
        "cancelled",
        "draft",
        "failed",
        "published",
        "quarantined",
        "ready",
        "scanning",
        "uploaded",
        "uploading",
        "validating",
    ]
    | str
)

UPLOAD_STATE_VALUES: frozenset[str] = frozenset(
    [
        "cancelled",
        "draft",
        "failed",
        "published",
        "quarantined",
        "ready",
        "scanning",
        "uploaded",
        "uploading",
        "validating",
    ]
)


def check_upload_state(value: object) -> UploadState:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

from typing import Literal

UploadStrategy = Literal["multipart", "single"] | str

UPLOAD_STRATEGY_VALUES: frozenset[str] = frozenset(["multipart", "single"])


def check_upload_strategy(value: object) -> UploadStrategy:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

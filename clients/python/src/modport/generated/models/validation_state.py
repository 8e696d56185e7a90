from typing import Literal

ValidationState = Literal["failed", "pending", "processing", "rejected", "verified"] | str

VALIDATION_STATE_VALUES: frozenset[str] = frozenset(
    ["failed", "pending", "processing", "rejected", "verified"]
)


def check_validation_state(value: object) -> ValidationState:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

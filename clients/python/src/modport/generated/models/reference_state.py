from typing import Literal

ReferenceState = Literal["failed", "pending", "stale", "verified", "withdrawn"] | str

REFERENCE_STATE_VALUES: frozenset[str] = frozenset(
    ["failed", "pending", "stale", "verified", "withdrawn"]
)


def check_reference_state(value: object) -> ReferenceState:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

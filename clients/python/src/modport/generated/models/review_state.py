from typing import Literal

ReviewState = Literal["approved", "none", "pending", "rejected"] | str

REVIEW_STATE_VALUES: frozenset[str] = frozenset(["approved", "none", "pending", "rejected"])


def check_review_state(value: object) -> ReviewState:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

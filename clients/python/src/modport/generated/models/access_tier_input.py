from typing import Literal

AccessTierInput = Literal["authenticated", "paid", "public", "restricted"] | str

ACCESS_TIER_INPUT_VALUES: frozenset[str] = frozenset(
    ["authenticated", "paid", "public", "restricted"]
)


def check_access_tier_input(value: object) -> AccessTierInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

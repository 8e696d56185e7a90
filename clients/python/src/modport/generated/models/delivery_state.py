from typing import Literal

DeliveryState = (
    Literal["cancelled", "delivering", "exhausted", "pending", "retrying", "succeeded"] | str
)

DELIVERY_STATE_VALUES: frozenset[str] = frozenset(
    ["cancelled", "delivering", "exhausted", "pending", "retrying", "succeeded"]
)


def check_delivery_state(value: object) -> DeliveryState:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

from typing import Literal

DeliveryStateInput = (
    Literal["cancelled", "delivering", "exhausted", "pending", "retrying", "succeeded"] | str
)

DELIVERY_STATE_INPUT_VALUES: frozenset[str] = frozenset(
    ["cancelled", "delivering", "exhausted", "pending", "retrying", "succeeded"]
)


def check_delivery_state_input(value: object) -> DeliveryStateInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

from typing import Literal

DeliveryFailure = Literal["no_answer", "status", "target_refused", "timeout"] | str

DELIVERY_FAILURE_VALUES: frozenset[str] = frozenset(
    ["no_answer", "status", "target_refused", "timeout"]
)


def check_delivery_failure(value: object) -> DeliveryFailure:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

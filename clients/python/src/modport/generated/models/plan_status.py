from typing import Literal

PlanStatus = Literal["resolved", "unsatisfiable"] | str

PLAN_STATUS_VALUES: frozenset[str] = frozenset(["resolved", "unsatisfiable"])


def check_plan_status(value: object) -> PlanStatus:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

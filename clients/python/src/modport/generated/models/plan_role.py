from typing import Literal

PlanRole = Literal["optional", "required", "selected"] | str

PLAN_ROLE_VALUES: frozenset[str] = frozenset(["optional", "required", "selected"])


def check_plan_role(value: object) -> PlanRole:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

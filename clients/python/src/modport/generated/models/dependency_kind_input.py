from typing import Literal

DependencyKindInput = Literal["conflict", "embedded", "optional", "required"] | str

DEPENDENCY_KIND_INPUT_VALUES: frozenset[str] = frozenset(
    ["conflict", "embedded", "optional", "required"]
)


def check_dependency_kind_input(value: object) -> DependencyKindInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

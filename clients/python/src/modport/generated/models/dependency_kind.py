from typing import Literal

DependencyKind = Literal["conflict", "embedded", "optional", "required"] | str

DEPENDENCY_KIND_VALUES: frozenset[str] = frozenset(["conflict", "embedded", "optional", "required"])


def check_dependency_kind(value: object) -> DependencyKind:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

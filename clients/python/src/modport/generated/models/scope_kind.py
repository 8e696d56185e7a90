from typing import Literal

ScopeKind = Literal["base", "sensitive", "standard"] | str

SCOPE_KIND_VALUES: frozenset[str] = frozenset(["base", "sensitive", "standard"])


def check_scope_kind(value: object) -> ScopeKind:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

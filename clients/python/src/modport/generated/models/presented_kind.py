from typing import Literal

PresentedKind = (
    Literal[
        "account_key",
        "agent",
        "api_key",
        "oauth",
        "operator",
        "pat",
        "session",
        "trusted_publisher",
    ]
    | str
)

PRESENTED_KIND_VALUES: frozenset[str] = frozenset(
    [
        "account_key",
        "agent",
        "api_key",
        "oauth",
        "operator",
        "pat",
        "session",
        "trusted_publisher",
    ]
)


def check_presented_kind(value: object) -> PresentedKind:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

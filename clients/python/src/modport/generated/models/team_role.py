from typing import Literal

TeamRole = Literal["maintainer", "owner", "publisher", "reviewer"] | str

TEAM_ROLE_VALUES: frozenset[str] = frozenset(["maintainer", "owner", "publisher", "reviewer"])


def check_team_role(value: object) -> TeamRole:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

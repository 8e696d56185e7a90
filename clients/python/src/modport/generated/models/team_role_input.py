from typing import Literal

TeamRoleInput = Literal["maintainer", "owner", "publisher", "reviewer"] | str

TEAM_ROLE_INPUT_VALUES: frozenset[str] = frozenset(["maintainer", "owner", "publisher", "reviewer"])


def check_team_role_input(value: object) -> TeamRoleInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

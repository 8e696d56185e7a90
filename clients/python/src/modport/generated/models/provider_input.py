from typing import Literal

ProviderInput = Literal["codeberg", "github", "hangar", "modrinth"] | str

PROVIDER_INPUT_VALUES: frozenset[str] = frozenset(["codeberg", "github", "hangar", "modrinth"])


def check_provider_input(value: object) -> ProviderInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

from typing import Literal

ProviderLocatorInputProvider = Literal["codeberg", "github", "hangar", "modrinth"] | str

PROVIDER_LOCATOR_INPUT_PROVIDER_VALUES: frozenset[str] = frozenset(
    ["codeberg", "github", "hangar", "modrinth"]
)


def check_provider_locator_input_provider(
    value: object,
) -> ProviderLocatorInputProvider:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

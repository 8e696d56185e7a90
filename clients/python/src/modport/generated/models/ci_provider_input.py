from typing import Literal

CiProviderInput = Literal["github", "gitlab"] | str

CI_PROVIDER_INPUT_VALUES: frozenset[str] = frozenset(["github", "gitlab"])


def check_ci_provider_input(value: object) -> CiProviderInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

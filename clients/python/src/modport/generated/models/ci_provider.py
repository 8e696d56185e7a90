from typing import Literal

CiProvider = Literal["github", "gitlab"] | str

CI_PROVIDER_VALUES: frozenset[str] = frozenset(["github", "gitlab"])


def check_ci_provider(value: object) -> CiProvider:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

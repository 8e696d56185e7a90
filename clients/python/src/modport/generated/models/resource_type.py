from typing import Literal

ResourceType = Literal["mod"] | str

RESOURCE_TYPE_VALUES: frozenset[str] = frozenset(["mod"])


def check_resource_type(value: object) -> ResourceType:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

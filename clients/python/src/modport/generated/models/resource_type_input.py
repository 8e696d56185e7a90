from typing import Literal

ResourceTypeInput = Literal["mod"] | str

RESOURCE_TYPE_INPUT_VALUES: frozenset[str] = frozenset(["mod"])


def check_resource_type_input(value: object) -> ResourceTypeInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

from typing import Literal

UpdateStatus = Literal["current", "no_compatible_file", "unknown", "update_available"] | str

UPDATE_STATUS_VALUES: frozenset[str] = frozenset(
    ["current", "no_compatible_file", "unknown", "update_available"]
)


def check_update_status(value: object) -> UpdateStatus:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

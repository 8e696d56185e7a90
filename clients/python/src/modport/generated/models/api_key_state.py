from typing import Literal

ApiKeyState = Literal["active", "expired", "retiring", "revoked"] | str

API_KEY_STATE_VALUES: frozenset[str] = frozenset(["active", "expired", "retiring", "revoked"])


def check_api_key_state(value: object) -> ApiKeyState:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

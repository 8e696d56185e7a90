from typing import Literal

WebhookState = Literal["active", "deleted", "disabled"] | str

WEBHOOK_STATE_VALUES: frozenset[str] = frozenset(["active", "deleted", "disabled"])


def check_webhook_state(value: object) -> WebhookState:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

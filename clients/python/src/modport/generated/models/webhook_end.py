from typing import Literal

WebhookEnd = Literal["application_ended", "credential_ended", "deliveries_failed", "owner"] | str

WEBHOOK_END_VALUES: frozenset[str] = frozenset(
    ["application_ended", "credential_ended", "deliveries_failed", "owner"]
)


def check_webhook_end(value: object) -> WebhookEnd:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

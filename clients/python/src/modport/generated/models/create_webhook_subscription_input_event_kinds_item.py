from typing import Literal

CreateWebhookSubscriptionInputEventKindsItem = (
    Literal[
        "account.access.changed",
        "app.changed",
        "file.failed",
        "file.ready",
        "mod.updated",
        "scan.completed",
        "token.changed",
        "upload.completed",
        "version.published",
    ]
    | str
)

CREATE_WEBHOOK_SUBSCRIPTION_INPUT_EVENT_KINDS_ITEM_VALUES: frozenset[str] = frozenset(
    [
        "account.access.changed",
        "app.changed",
        "file.failed",
        "file.ready",
        "mod.updated",
        "scan.completed",
        "token.changed",
        "upload.completed",
        "version.published",
    ]
)


def check_create_webhook_subscription_input_event_kinds_item(
    value: object,
) -> CreateWebhookSubscriptionInputEventKindsItem:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

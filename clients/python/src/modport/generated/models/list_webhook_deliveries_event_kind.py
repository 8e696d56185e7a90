from typing import Literal

ListWebhookDeliveriesEventKind = (
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

LIST_WEBHOOK_DELIVERIES_EVENT_KIND_VALUES: frozenset[str] = frozenset(
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


def check_list_webhook_deliveries_event_kind(
    value: object,
) -> ListWebhookDeliveriesEventKind:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")

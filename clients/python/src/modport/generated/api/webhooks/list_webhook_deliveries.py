import datetime
from typing import Any
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.delivery_state_input import DeliveryStateInput
from ...models.event_kind_input import EventKindInput
from ...models.webhook_delivery_page import WebhookDeliveryPage
from ...types import UNSET, Unset


def _parse(response: Reply) -> WebhookDeliveryPage:
    if 200 <= response.status_code <= 200:
        response_200 = WebhookDeliveryPage.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def list_webhook_deliveries(
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 25,
    subscription_id: UUID | Unset = UNSET,
    event_kind: EventKindInput | Unset = UNSET,
    delivery_status: DeliveryStateInput | Unset = UNSET,
    created_after: datetime.datetime | Unset = UNSET,
    next_attempt_before: datetime.datetime | Unset = UNSET,
) -> Operation[WebhookDeliveryPage]:
    """List deliveries

    Lists the deliveries to your subscriptions, newest first, until 30 days after their end: the number
    of attempts, the response of the receiver, and the time of the next attempt.

    Args:
        cursor (str | Unset):
        limit (int | Unset):  Default: 25.
        subscription_id (UUID | Unset):
        event_kind (EventKindInput | Unset):
        delivery_status (DeliveryStateInput | Unset):
        created_after (datetime.datetime | Unset):
        next_attempt_before (datetime.datetime | Unset):
    """

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    json_subscription_id: str | Unset = UNSET
    if not isinstance(subscription_id, Unset):
        json_subscription_id = str(subscription_id)
    params["subscription_id"] = json_subscription_id

    json_event_kind: str | Unset = UNSET
    if not isinstance(event_kind, Unset):
        json_event_kind = event_kind

    params["event_kind"] = json_event_kind

    json_delivery_status: str | Unset = UNSET
    if not isinstance(delivery_status, Unset):
        json_delivery_status = delivery_status

    params["delivery_status"] = json_delivery_status

    json_created_after: str | Unset = UNSET
    if not isinstance(created_after, Unset):
        json_created_after = created_after.isoformat()
    params["created_after"] = json_created_after

    json_next_attempt_before: str | Unset = UNSET
    if not isinstance(next_attempt_before, Unset):
        json_next_attempt_before = next_attempt_before.isoformat()
    params["next_attempt_before"] = json_next_attempt_before

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": "listWebhookDeliveries",
        "method": "GET",
        "path": "/webhook-deliveries",
        "params": params,
    }
    return Operation(parse=_parse, **_kwargs)

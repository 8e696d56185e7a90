from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.webhook_subscription_response import WebhookSubscriptionResponse


def _parse(response: Reply) -> WebhookSubscriptionResponse:
    if 200 <= response.status_code <= 200:
        response_200 = WebhookSubscriptionResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def get_webhook_subscription(
    subscription_id: UUID,
) -> Operation[WebhookSubscriptionResponse]:
    """Read a subscription

    Returns one of your subscriptions without its secret. Send its `ETag` in `If-Match` with an update.

    Args:
        subscription_id (UUID):
    """

    _kwargs: dict[str, Any] = {
        "operation": "getWebhookSubscription",
        "method": "GET",
        "path": "/beta/webhook-subscriptions/{subscription_id}".format(
            subscription_id=quote(str(subscription_id), safe=""),
        ),
    }
    return Operation(parse=_parse, **_kwargs)

from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.update_webhook_subscription_input import UpdateWebhookSubscriptionInput
from ...models.webhook_subscription_response import WebhookSubscriptionResponse
from ...types import UNSET, Unset


def _parse(response: Reply) -> WebhookSubscriptionResponse:
    if 200 <= response.status_code <= 200:
        response_200 = WebhookSubscriptionResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def update_webhook_subscription(
    subscription_id: UUID,
    *,
    body: UpdateWebhookSubscriptionInput,
    idempotency_key: str | Unset = UNSET,
    if_match: str,
) -> Operation[WebhookSubscriptionResponse]:
    """Change, enable or disable a subscription

    Changes the members that you send and keeps the rest; null clears `description`. A new `url` is
    checked as for a new subscription, and waiting deliveries go there. `enabled: false` cancels waiting
    deliveries. `enabled: true` resets the count of failed deliveries; events in between are not
    delivered. Enabling returns `invalid_state` if too many subscriptions are active; `detail` names the
    limit. A request that changes nothing returns the unchanged `ETag`. With a credential, `User-Agent`
    must name the client as `Name/Version (+web or e-mail address)`. A personal access token or an API
    key also requires `X-Service-Client` and `X-Service-Client-Version`. Otherwise the response is 400
    `invalid_client_identity`.

    Args:
        subscription_id (UUID):
        idempotency_key (str | Unset):
        if_match (str):
        body (UpdateWebhookSubscriptionInput):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    headers["If-Match"] = if_match

    _kwargs: dict[str, Any] = {
        "operation": "updateWebhookSubscription",
        "method": "PATCH",
        "path": "/beta/webhook-subscriptions/{subscription_id}".format(
            subscription_id=quote(str(subscription_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

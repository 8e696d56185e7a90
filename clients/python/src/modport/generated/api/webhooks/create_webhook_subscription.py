from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.create_webhook_subscription_input import CreateWebhookSubscriptionInput
from ...models.created_webhook_subscription_response import (
    CreatedWebhookSubscriptionResponse,
)
from ...types import UNSET, Unset


def _parse(response: Reply) -> CreatedWebhookSubscriptionResponse:
    if 201 <= response.status_code <= 201:
        response_201 = CreatedWebhookSubscriptionResponse.from_dict(response.json())

        return response_201

    raise UnexpectedShape(f"status {response.status_code}")


def create_webhook_subscription(
    *,
    body: CreateWebhookSubscriptionInput,
    idempotency_key: str | Unset = UNSET,
) -> Operation[CreatedWebhookSubscriptionResponse]:
    """Create a webhook subscription

    Delivers events of these kinds to `url`: events of your account, and of the mods whose drafts you
    can read. Deliveries start with new events. If the credential is limited to some mods, so is the
    subscription. The response contains the `secret` for the signatures, only this once; a repeated
    request is refused. `url` must be public `https` on port 443. An address in a private network is
    refused here and at every connection. With a credential, `User-Agent` must name the client as
    `Name/Version (+web or e-mail address)`. A personal access token or an API key also requires
    `X-Service-Client` and `X-Service-Client-Version`. Otherwise the response is 400
    `invalid_client_identity`.

    Args:
        idempotency_key (str | Unset):
        body (CreateWebhookSubscriptionInput):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "createWebhookSubscription",
        "method": "POST",
        "path": "/webhook-subscriptions",
        "takes_key": True,
    }
    _kwargs["json"] = body.to_dict()

    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.created_webhook_subscription_response import (
    CreatedWebhookSubscriptionResponse,
)
from ...types import UNSET, Unset


def _parse(response: Reply) -> CreatedWebhookSubscriptionResponse:
    if 200 <= response.status_code <= 200:
        response_200 = CreatedWebhookSubscriptionResponse.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def rotate_webhook_subscription_secret(
    subscription_id: UUID,
    *,
    idempotency_key: str | Unset = UNSET,
) -> Operation[CreatedWebhookSubscriptionResponse]:
    """Rotate the secret of a subscription

    Creates a new `secret`; the response contains it only this once. For 24 hours, deliveries carry a
    signature with each of the two secrets, the newer one first. After a second rotation in that time,
    the two newest secrets sign. With a credential, `User-Agent` must name the client as `Name/Version
    (+web or e-mail address)`. A personal access token or an API key also requires `X-Service-Client`
    and `X-Service-Client-Version`. Otherwise the response is 400 `invalid_client_identity`.

    Args:
        subscription_id (UUID):
        idempotency_key (str | Unset):
    """
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "rotateWebhookSubscriptionSecret",
        "method": "POST",
        "path": "/webhook-subscriptions/{subscription_id}/rotate-secret".format(
            subscription_id=quote(str(subscription_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

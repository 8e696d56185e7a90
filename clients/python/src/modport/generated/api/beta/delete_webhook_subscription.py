from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...types import UNSET, Unset


def _parse(response: Reply) -> None:
    if 204 <= response.status_code <= 204:
        return

    raise UnexpectedShape(f"status {response.status_code}")


def delete_webhook_subscription(
    subscription_id: UUID,
    *,
    idempotency_key: str | Unset = UNSET,
) -> Operation[None]:
    """Delete a subscription

    Deletes a subscription and its secrets permanently, and cancels its waiting deliveries. From then
    on, its id returns 410 `gone`. With a credential, `User-Agent` must name the client as `Name/Version
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
        "operation": "deleteWebhookSubscription",
        "method": "DELETE",
        "path": "/beta/webhook-subscriptions/{subscription_id}".format(
            subscription_id=quote(str(subscription_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

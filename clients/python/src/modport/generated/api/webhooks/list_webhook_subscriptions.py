from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.webhook_subscription_page import WebhookSubscriptionPage
from ...types import UNSET, Unset


def _parse(response: Reply) -> WebhookSubscriptionPage:
    if 200 <= response.status_code <= 200:
        response_200 = WebhookSubscriptionPage.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def list_webhook_subscriptions(
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 25,
) -> Operation[WebhookSubscriptionPage]:
    """List your subscriptions

    Lists your subscriptions, newest first, including disabled ones, without secrets. A credential that
    is limited to some mods sees only subscriptions limited to those mods.

    Args:
        cursor (str | Unset):
        limit (int | Unset):  Default: 25.
    """

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": "listWebhookSubscriptions",
        "method": "GET",
        "path": "/webhook-subscriptions",
        "params": params,
    }
    return Operation(parse=_parse, **_kwargs)

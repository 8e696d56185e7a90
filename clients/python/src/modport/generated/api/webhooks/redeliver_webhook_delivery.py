from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....operation import Operation, Reply, UnexpectedShape
from ...models.webhook_delivery_response import WebhookDeliveryResponse


def _parse(response: Reply) -> WebhookDeliveryResponse:
    if 202 <= response.status_code <= 202:
        response_202 = WebhookDeliveryResponse.from_dict(response.json())

        return response_202

    raise UnexpectedShape(f"status {response.status_code}")


def redeliver_webhook_delivery(
    delivery_id: UUID,
    *,
    idempotency_key: str,
) -> Operation[WebhookDeliveryResponse]:
    """Repeat a delivery

    Creates a new delivery of the same event. It has its own id, and `redelivery_of` names the original,
    which stays unchanged. Follow it in the list of deliveries. Refused while the subscription is
    disabled, and if you no longer have access to the event. With a credential, `User-Agent` must name
    the client as `Name/Version (+web or e-mail address)`. A personal access token or an API key also
    requires `X-Service-Client` and `X-Service-Client-Version`. Otherwise the response is 400
    `invalid_client_identity`.

    Args:
        delivery_id (UUID):
        idempotency_key (str):
    """
    headers: dict[str, Any] = {}
    headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": "redeliverWebhookDelivery",
        "method": "POST",
        "path": "/webhook-deliveries/{delivery_id}/redeliver".format(
            delivery_id=quote(str(delivery_id), safe=""),
        ),
        "takes_key": True,
    }
    _kwargs["headers"] = headers
    return Operation(parse=_parse, **_kwargs)

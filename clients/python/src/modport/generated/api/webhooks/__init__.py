"""The operations with the tag ``webhooks``."""

from typing import TYPE_CHECKING

from ...._lazy import lazy

if TYPE_CHECKING:
    from .create_webhook_subscription import create_webhook_subscription
    from .list_webhook_deliveries import list_webhook_deliveries
    from .list_webhook_subscriptions import list_webhook_subscriptions
    from .redeliver_webhook_delivery import redeliver_webhook_delivery
    from .rotate_webhook_subscription_secret import rotate_webhook_subscription_secret
else:
    __getattr__ = lazy(
        __name__,
        {
            "create_webhook_subscription": ".create_webhook_subscription",
            "list_webhook_deliveries": ".list_webhook_deliveries",
            "list_webhook_subscriptions": ".list_webhook_subscriptions",
            "redeliver_webhook_delivery": ".redeliver_webhook_delivery",
            "rotate_webhook_subscription_secret": ".rotate_webhook_subscription_secret",
        },
    )

__all__ = (
    "create_webhook_subscription",
    "list_webhook_deliveries",
    "list_webhook_subscriptions",
    "redeliver_webhook_delivery",
    "rotate_webhook_subscription_secret",
)

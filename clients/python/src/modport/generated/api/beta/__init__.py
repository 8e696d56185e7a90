"""The operations with the tag ``beta``."""

from typing import TYPE_CHECKING

from ...._lazy import lazy

if TYPE_CHECKING:
    from .check_updates import check_updates
    from .create_trusted_publisher import create_trusted_publisher
    from .delete_trusted_publisher import delete_trusted_publisher
    from .delete_webhook_subscription import delete_webhook_subscription
    from .get_user import get_user
    from .get_webhook_subscription import get_webhook_subscription
    from .list_trusted_publishers import list_trusted_publishers
    from .lookup_artifacts import lookup_artifacts
    from .search_facets import search_facets
    from .suggest import suggest
    from .update_webhook_subscription import update_webhook_subscription
else:
    __getattr__ = lazy(
        __name__,
        {
            "check_updates": ".check_updates",
            "create_trusted_publisher": ".create_trusted_publisher",
            "delete_trusted_publisher": ".delete_trusted_publisher",
            "delete_webhook_subscription": ".delete_webhook_subscription",
            "get_user": ".get_user",
            "get_webhook_subscription": ".get_webhook_subscription",
            "list_trusted_publishers": ".list_trusted_publishers",
            "lookup_artifacts": ".lookup_artifacts",
            "search_facets": ".search_facets",
            "suggest": ".suggest",
            "update_webhook_subscription": ".update_webhook_subscription",
        },
    )

__all__ = (
    "check_updates",
    "create_trusted_publisher",
    "delete_trusted_publisher",
    "delete_webhook_subscription",
    "get_user",
    "get_webhook_subscription",
    "list_trusted_publishers",
    "lookup_artifacts",
    "search_facets",
    "suggest",
    "update_webhook_subscription",
)

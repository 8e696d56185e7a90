"""The operations with the tag ``beta``."""

from .check_updates import check_updates
from .delete_webhook_subscription import delete_webhook_subscription
from .get_user import get_user
from .get_webhook_subscription import get_webhook_subscription
from .lookup_artifacts import lookup_artifacts
from .search_facets import search_facets
from .suggest import suggest
from .update_webhook_subscription import update_webhook_subscription

__all__ = (
    "check_updates",
    "delete_webhook_subscription",
    "get_user",
    "get_webhook_subscription",
    "lookup_artifacts",
    "search_facets",
    "suggest",
    "update_webhook_subscription",
)

"""The operations with the tag ``account``."""

from typing import TYPE_CHECKING

from ...._lazy import lazy

if TYPE_CHECKING:
    from .get_me import get_me
    from .list_my_resources import list_my_resources
    from .update_my_profile import update_my_profile
else:
    __getattr__ = lazy(
        __name__,
        {
            "get_me": ".get_me",
            "list_my_resources": ".list_my_resources",
            "update_my_profile": ".update_my_profile",
        },
    )

__all__ = (
    "get_me",
    "list_my_resources",
    "update_my_profile",
)

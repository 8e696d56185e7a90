"""The operations with the tag ``account``."""

from .get_me import get_me
from .list_my_resources import list_my_resources
from .update_my_profile import update_my_profile

__all__ = (
    "get_me",
    "list_my_resources",
    "update_my_profile",
)

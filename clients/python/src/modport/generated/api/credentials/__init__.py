"""The operations with the tag ``credentials``."""

from typing import TYPE_CHECKING

from ...._lazy import lazy

if TYPE_CHECKING:
    from .create_api_key import create_api_key
    from .get_api_key_capabilities import get_api_key_capabilities
    from .list_api_keys import list_api_keys
    from .list_mod_team_members import list_mod_team_members
    from .remove_mod_team_member import remove_mod_team_member
    from .revoke_api_key import revoke_api_key
    from .rotate_api_key import rotate_api_key
    from .set_mod_team_member import set_mod_team_member
else:
    __getattr__ = lazy(
        __name__,
        {
            "create_api_key": ".create_api_key",
            "get_api_key_capabilities": ".get_api_key_capabilities",
            "list_api_keys": ".list_api_keys",
            "list_mod_team_members": ".list_mod_team_members",
            "remove_mod_team_member": ".remove_mod_team_member",
            "revoke_api_key": ".revoke_api_key",
            "rotate_api_key": ".rotate_api_key",
            "set_mod_team_member": ".set_mod_team_member",
        },
    )

__all__ = (
    "create_api_key",
    "get_api_key_capabilities",
    "list_api_keys",
    "list_mod_team_members",
    "remove_mod_team_member",
    "revoke_api_key",
    "rotate_api_key",
    "set_mod_team_member",
)

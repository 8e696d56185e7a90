"""The operations with the tag ``publishing``."""

from typing import TYPE_CHECKING

from ...._lazy import lazy

if TYPE_CHECKING:
    from .add_mod_media import add_mod_media
    from .create_mod_draft import create_mod_draft
    from .create_mod_fallback_cover import create_mod_fallback_cover
    from .create_mod_version import create_mod_version
    from .delete_mod_media import delete_mod_media
    from .get_external_artifact_validation_job import (
        get_external_artifact_validation_job,
    )
    from .list_mod_media import list_mod_media
    from .publish_mod_version import publish_mod_version
    from .register_external_artifact import register_external_artifact
    from .rollback_mod_version import rollback_mod_version
    from .update_mod_draft import update_mod_draft
    from .update_mod_version import update_mod_version
else:
    __getattr__ = lazy(
        __name__,
        {
            "add_mod_media": ".add_mod_media",
            "create_mod_draft": ".create_mod_draft",
            "create_mod_fallback_cover": ".create_mod_fallback_cover",
            "create_mod_version": ".create_mod_version",
            "delete_mod_media": ".delete_mod_media",
            "get_external_artifact_validation_job": ".get_external_artifact_validation_job",
            "list_mod_media": ".list_mod_media",
            "publish_mod_version": ".publish_mod_version",
            "register_external_artifact": ".register_external_artifact",
            "rollback_mod_version": ".rollback_mod_version",
            "update_mod_draft": ".update_mod_draft",
            "update_mod_version": ".update_mod_version",
        },
    )

__all__ = (
    "add_mod_media",
    "create_mod_draft",
    "create_mod_fallback_cover",
    "create_mod_version",
    "delete_mod_media",
    "get_external_artifact_validation_job",
    "list_mod_media",
    "publish_mod_version",
    "register_external_artifact",
    "rollback_mod_version",
    "update_mod_draft",
    "update_mod_version",
)

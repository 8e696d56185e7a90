"""The operations with the tag ``uploads``."""

from typing import TYPE_CHECKING

from ...._lazy import lazy

if TYPE_CHECKING:
    from .abort_upload_session import abort_upload_session
    from .complete_upload_session import complete_upload_session
    from .create_upload_session import create_upload_session
    from .get_upload_review import get_upload_review
    from .get_upload_session import get_upload_session
    from .sign_upload_parts import sign_upload_parts
    from .validate_upload_request import validate_upload_request
else:
    __getattr__ = lazy(
        __name__,
        {
            "abort_upload_session": ".abort_upload_session",
            "complete_upload_session": ".complete_upload_session",
            "create_upload_session": ".create_upload_session",
            "get_upload_review": ".get_upload_review",
            "get_upload_session": ".get_upload_session",
            "sign_upload_parts": ".sign_upload_parts",
            "validate_upload_request": ".validate_upload_request",
        },
    )

__all__ = (
    "abort_upload_session",
    "complete_upload_session",
    "create_upload_session",
    "get_upload_review",
    "get_upload_session",
    "sign_upload_parts",
    "validate_upload_request",
)

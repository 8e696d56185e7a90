"""The operations with the tag ``downloads``."""

from typing import TYPE_CHECKING

from ...._lazy import lazy

if TYPE_CHECKING:
    from .resolve_download import resolve_download
    from .resolve_download_fallback import resolve_download_fallback
    from .resolve_install_plan import resolve_install_plan
else:
    __getattr__ = lazy(
        __name__,
        {
            "resolve_download": ".resolve_download",
            "resolve_download_fallback": ".resolve_download_fallback",
            "resolve_install_plan": ".resolve_install_plan",
        },
    )

__all__ = (
    "resolve_download",
    "resolve_download_fallback",
    "resolve_install_plan",
)

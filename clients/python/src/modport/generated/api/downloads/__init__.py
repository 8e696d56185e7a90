"""The operations with the tag ``downloads``."""

from .resolve_download import resolve_download
from .resolve_download_fallback import resolve_download_fallback
from .resolve_install_plan import resolve_install_plan

__all__ = (
    "resolve_download",
    "resolve_download_fallback",
    "resolve_install_plan",
)

"""Verified downloads that continue after an interruption."""

from .flow import download
from .results import Downloaded, DownloadProgress

__all__ = ["DownloadProgress", "Downloaded", "download"]

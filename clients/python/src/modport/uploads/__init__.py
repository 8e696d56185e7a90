"""Uploads that continue after an interruption, and wait for the scan."""

from .flow import SCAN_SECONDS, upload
from .session import UploadProgress, UploadRequest, UploadSession

__all__ = ["SCAN_SECONDS", "UploadProgress", "UploadRequest", "UploadSession", "upload"]

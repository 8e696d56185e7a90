"""Types that the models share."""

from ..operation import UNSET, File, FileTypes, RequestFiles, Unset

__all__ = ["UNSET", "File", "FileTypes", "RequestFiles", "Unset"]

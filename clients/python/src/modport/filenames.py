"""Makes a file name from a text of the service, which is only text to display."""

from __future__ import annotations

import re
import unicodedata

_LONGEST_BYTES = 200
"""File systems take 255; a download adds suffixes while it lasts."""
_LONGEST_EXTENSION_BYTES = 20

_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"/\\|?*]')
# Format characters are invisible or turn the direction of text; the others have no meaning here.
_INVISIBLE = frozenset({"Cf", "Zl", "Zp", "Co", "Cn"})
_ENDS = re.compile(r"\A[\s.]+|[\s.]+\Z")
_RESERVED = re.compile(
    r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)\s*(?:\.|\Z)",
    re.IGNORECASE,
)


def safe_filename(text: str | None, otherwise: str = "file") -> str:
    """Return a name that stays in its folder on Windows, macOS and Linux, and is never empty.

    Replaces separators, forbidden and control characters by ``_``, removes invisible characters
    and the dots and spaces at the ends, marks names of devices, and cuts after 200 bytes but keeps
    the extension. Different texts may give equal names.
    """
    # A lone surrogate has no UTF-8.
    valid = "".join("\ufffd" if "\ud800" <= it <= "\udfff" else it for it in text or "")
    composed = unicodedata.normalize("NFC", valid)
    visible = "".join(it for it in composed if unicodedata.category(it) not in _INVISIBLE)
    name = _shortened(_trimmed(_UNSAFE.sub("_", visible)))
    if not name:
        return otherwise
    return _shortened(f"_{name}") if _RESERVED.match(name) else name


def _trimmed(name: str) -> str:
    """Windows drops dots and spaces at the end; a dot in front hides a file."""
    return _ENDS.sub("", name)


def _shortened(name: str) -> str:
    """Cut a trimmed name before its extension."""
    if len(name.encode()) <= _LONGEST_BYTES:
        return name
    stem, dot, ending = name.rpartition(".")
    extension = dot + ending if stem else ""
    if not extension or len(extension.encode()) > _LONGEST_EXTENSION_BYTES:
        stem, extension = name, ""
    room = _LONGEST_BYTES - len(extension.encode())
    return _trimmed(stem.encode()[:room].decode("utf-8", "ignore") + extension)

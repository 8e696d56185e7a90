"""The URI by which a page passes one file to a mod manager (section 1 of the contract)."""

from __future__ import annotations

import re
from typing import Literal

from .errors import ModportError

HandoffReason = Literal[
    "not_a_handoff",
    "unknown_version",
    "missing_parameter",
    "repeated_parameter",
    "unknown_parameter",
    "malformed_artifact_id",
]

_PREFIX = "service://download?"
_VERSION = "1"
_LONGEST = 512
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class HandoffError(ModportError):
    """The text is no handoff. Do nothing with it, and never open it in a browser."""

    def __init__(self, reason: HandoffReason) -> None:
        """``reason`` explains an honest mistake, or a URI of a later version."""
        super().__init__(reason)
        self.reason: HandoffReason = reason


def build_handoff(artifact_id: str) -> str:
    """Return the URI of a file. Raises ValueError unless the id is a canonical UUID."""
    if not _UUID.fullmatch(artifact_id):
        raise ValueError("an artifact id is a canonical UUID")
    return f"{_PREFIX}v={_VERSION}&artifact_id={artifact_id}"


def parse_handoff(uri: str) -> str:
    """Return the artifact id of a URI from the operating system. Raises HandoffError.

    Only the spelling of ``build_handoff`` is valid. The URI starts nothing: read the file, show
    what it is and where it would go, and ask.
    """
    if _length(uri) > _LONGEST or not uri.startswith(_PREFIX):
        raise HandoffError("not_a_handoff")
    parameters = [_pair(it) for it in uri[len(_PREFIX) :].split("&")]
    values = dict(parameters)
    if len(values) < len(parameters):
        raise HandoffError("repeated_parameter")
    if "v" not in values:
        raise HandoffError("missing_parameter")
    if values["v"] != _VERSION:
        raise HandoffError("unknown_version")
    if "artifact_id" not in values:
        raise HandoffError("missing_parameter")
    if len(values) > len({"v", "artifact_id"}):
        raise HandoffError("unknown_parameter")
    artifact_id = values["artifact_id"]
    if not _UUID.fullmatch(artifact_id):
        raise HandoffError("malformed_artifact_id")
    if uri != build_handoff(artifact_id):
        raise HandoffError("not_a_handoff")
    return artifact_id


def _length(text: str) -> int:
    """The length in UTF-16 units, in which the service counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _pair(parameter: str) -> tuple[str, str]:
    name, _, value = parameter.partition("=")
    return name, value

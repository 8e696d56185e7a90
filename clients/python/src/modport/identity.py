"""How a program introduces itself to the service."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_CONTACT = re.compile(r"(https?://|mailto:)?[\x21-\x27\x2a-\x7e]{3,200}")


@dataclass(frozen=True)
class Identity:
    """Name, version and contact of a program (section 5.5 of the contract).

    Writes need them. ``contact`` is a web or an e-mail address.
    """

    name: str
    version: str
    contact: str
    client_id: str | None = None
    """The id of the OAuth application whose tokens are used; a ``SignedIn`` sets it itself."""

    def __post_init__(self) -> None:
        """Raise ValueError for a text that does not fit into a header."""
        for text in (self.name, self.version):
            if not _NAME.fullmatch(text):
                raise ValueError(f"not a name or a version: {text!r}")
        if self.client_id is not None and not _NAME.fullmatch(self.client_id):
            raise ValueError("not a client id")
        if not _CONTACT.fullmatch(self.contact):
            raise ValueError(f"not a web or an e-mail address: {self.contact!r}")

    @property
    def user_agent(self) -> str:
        """The value of the header ``User-Agent``."""
        return f"{self.name}/{self.version} (+{self.contact})"

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every request to the API."""
        return {
            "User-Agent": self.user_agent,
            "X-Service-Client": self.client_id or self.name,
            "X-Service-Client-Version": self.version,
        }

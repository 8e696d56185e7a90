"""Helpers of the tests that sign a user in."""

from __future__ import annotations

import threading
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
from service import Proxy

SCOPES = ["mods:read", "files:download", "profile:read"]
WAIT = 30.0
"""Seconds; a visit that fails must not keep the test waiting."""


def browser(proxy: Proxy, change: Any = None) -> Any:
    """Return a browser whose user approves, and that returns to the program."""

    def open_url(url: str) -> None:
        def visit() -> None:
            target = proxy.sign_in(url)["redirect"]
            if change is not None:
                parts = urlsplit(target)
                query = {name: it[0] for name, it in parse_qs(parts.query).items()}
                target = f"http://{parts.netloc}{parts.path}?{urlencode(change(query))}"
            httpx.get(target, timeout=30)

        threading.Thread(target=visit).start()

    return open_url

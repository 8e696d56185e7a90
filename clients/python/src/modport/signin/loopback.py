"""The server on this machine to which the browser returns."""

from __future__ import annotations

import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Self

from ..cancellation import CancelToken
from ..errors import SignInError

PATH = "/callback"
_POLL_SECONDS = 0.2
_REQUEST_SECONDS = 5.0
_PAGE = (
    "<!doctype html><meta charset=utf-8><title>modport</title>"
    "<p>You can close this window and return to the program.</p>"
)


class LoopbackServer:
    """Listens on a free port of the loopback interface, takes one response, and closes."""

    def __init__(self) -> None:
        """Begin to listen."""
        self._query: str | None = None
        outer = self

        class Handler(BaseHTTPRequestHandler):
            timeout = _REQUEST_SECONDS

            def do_GET(self) -> None:
                outer._handle(self)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                """Log nothing: the address contains the code."""

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self._server.timeout = _POLL_SECONDS
        self._host = f"127.0.0.1:{self._server.server_port}"
        self.redirect_uri = f"http://{self._host}{PATH}"

    def __enter__(self) -> Self:
        """Return the server."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the port."""
        self._server.server_close()

    def wait(self, seconds: float, cancel: CancelToken | None = None) -> str:
        """Return the query of the first response.

        Raises SignInError after so many seconds, and Cancelled.
        """
        until = time.monotonic() + seconds
        while self._query is None:
            if cancel is not None:
                cancel.raise_if_cancelled()
            if time.monotonic() > until:
                raise SignInError("timeout", "the sign-in was not finished in time")
            self._server.handle_request()
        return self._query

    def _handle(self, request: BaseHTTPRequestHandler) -> None:
        path, _, query = request.path.partition("?")
        # Another host name would be a page of the network that was rebound to this machine.
        is_response = path == PATH and request.headers.get("Host") == self._host
        if is_response and self._query is None:
            self._query = query
        body = _PAGE.encode() if is_response else b""
        request.send_response(200 if is_response else 404)
        request.send_header("Content-Type", "text/html; charset=utf-8")
        request.send_header("Content-Length", str(len(body)))
        request.send_header("Cache-Control", "no-store")
        request.send_header("Content-Security-Policy", "default-src 'none'")
        request.send_header("Referrer-Policy", "no-referrer")
        request.send_header("Connection", "close")
        request.end_headers()
        request.wfile.write(body)

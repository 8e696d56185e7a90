"""A server that sends exactly the bytes that a test gives, also broken HTTP."""

from __future__ import annotations

import hashlib
import json
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Seen:
    """A request that arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


Handler = Callable[[Seen], bytes]


class Hostile:
    """Answers each request by a function and remembers it."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.base_url = f"{origin}/v1"
        self.seen: list[Seen] = []
        self.handler: Handler = lambda _: response(404)

    def of(self, method: str, path: str) -> list[Seen]:
        return [it for it in self.seen if it.method == method and it.path.startswith(path)]


@contextmanager
def hostile() -> Iterator[Hostile]:
    """Start a server on a free port."""

    class Connection(socketserver.StreamRequestHandler):
        timeout = 20

        def handle(self) -> None:
            seen = _read(self.rfile)
            if seen is None:
                return
            server.seen.append(seen)
            self.wfile.write(server.handler(seen))

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        allow_reuse_address = True

        def handle_error(self, request: object, client_address: object) -> None:
            """Stay quiet: a client that goes away is part of the tests."""

    with Server(("127.0.0.1", 0), Connection) as tcp:
        server = Hostile(f"http://127.0.0.1:{tcp.server_address[1]}")
        thread = threading.Thread(target=tcp.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            tcp.shutdown()
            thread.join()


def _read(stream: Any) -> Seen | None:
    line = stream.readline().decode("latin-1").split()
    if len(line) < 3:
        return None
    headers: dict[str, str] = {}
    while (header := stream.readline().decode("latin-1").strip()) != "":
        name, _, value = header.partition(":")
        headers[name.lower()] = value.strip()
    body = stream.read(int(headers.get("content-length", "0")))
    return Seen(line[0], line[1], headers, body)


def response(status: int, body: bytes = b"", **headers: str) -> bytes:
    """Return a response; ``_`` in names of headers is ``-``."""
    lines = [f"HTTP/1.1 {status} X", "connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if "content_length" not in headers:
        lines.append(f"content-length: {len(body)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body


def document(value: object, status: int = 200, **headers: str) -> bytes:
    """Return a response of JSON."""
    headers["content_type"] = "application/json"
    return response(status, json.dumps(value).encode(), **headers)


ARTIFACT = "01980000-0000-7000-8000-000000000001"
_IDS = {
    "job": "01980000-0000-7000-8000-000000000002",
    "grant": "01980000-0000-7000-8000-000000000003",
    "session": "01980000-0000-7000-8000-000000000004",
}


def resolution(server: Hostile, content: bytes, **changes: Any) -> dict[str, Any]:
    """Return what a resolve of a file with this content says."""
    digest = hashlib.sha256(content).hexdigest()
    data: dict[str, Any] = {
        "artifact": {"id": ARTIFACT, "original_filename": "mod.zip"},
        "primary_url": f"{server.origin}/storage/one",
        "head_url": f"{server.origin}/storage/head",
        "expires_in": 300,
        "refresh_after_seconds": 240,
        "download_job": {
            "id": _IDS["job"],
            "grant_id": _IDS["grant"],
            "progress": {"bytes_received": 0, "provider": "primary"},
        },
        "download_session_id": _IDS["session"],
        "representation": {
            "provider": "primary",
            "etag_scope": "primary",
            "etag": '"e"',
            "if_match": '"e"',
        },
        "fallback": {"available": False, "endpoint": None, "url": None},
        "capabilities": {"head_supported": True, "range_supported": True},
        "size_bytes": len(content),
        "hashes": {"sha256": digest},
    }
    return {"data": data | changes}


def external(server: Hostile, content: bytes, **capabilities: bool) -> dict[str, Any]:
    """Return what a resolve of a file of another site says."""
    transport = {
        "kind": "external_provider_reference",
        "provider": "github",
        "reference_id": ARTIFACT,
        "reference_revision": 1,
        "url": f"{server.origin}/release",
        "ttl_seconds": 300,
    }
    representation = {"provider": "github", "etag_scope": "none", "etag": None, "if_match": None}
    known = {"head_supported": False, "range_supported": False, "conditional_requests": False}
    document = resolution(
        server,
        content,
        transport=transport,
        representation=representation,
        capabilities=known | capabilities,
    )
    for name in ("primary_url", "head_url", "download_job", "download_session_id"):
        del document["data"][name]
    return document

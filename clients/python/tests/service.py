"""Helpers of the tests that use the running service."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import httpx

from modport import Identity

IDENTITY = Identity("modport-python-tests", "0.1.0", "https://example.org/tests")
STORAGE = "^/storage/"
RESOLVE = "/resolve$"


@dataclass(frozen=True)
class Mod:
    """A published mod with its newest file."""

    id: UUID
    slug: str
    version_id: str
    artifact_id: str
    sha256: str
    size: int
    filename: str
    requires: list[str]


class Facts:
    """The JSON that the service of the tests prints."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.origin: str = document["base_url"]
        self.base_url: str = document["base_url"] + "/v1"
        self.control_url: str = document["control_url"]
        self.token: str = document["token"]
        self.reader_token: str = document["reader_token"]
        self.client_id: str = document["client_id"]
        self.game: str = document["game"]
        self.draft_mod = UUID(document["draft_mod"])
        self.mods = {it["slug"]: Mod(**{**it, "id": UUID(it["id"])}) for it in document["mods"]}

    def __getitem__(self, slug: str) -> Mod:
        return self.mods[slug]


@dataclass
class Sleeps:
    """Waits for nothing, and records the seconds."""

    seconds: list[float] = field(default_factory=list)

    def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


class AsyncSleeps(Sleeps):
    """The same for the asynchronous client."""

    async def __call__(self, seconds: float) -> None:  # type: ignore[override]
        self.seconds.append(seconds)


class Proxy:
    """Rules the fault proxy."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http

    def reset(self) -> None:
        self.rules()
        self._http.delete("/log").raise_for_status()

    def rules(self, *rules: dict[str, Any]) -> None:
        self._http.put("/faults", json=list(rules)).raise_for_status()

    def log(self, method: str = ".*", path: str = "") -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = self._http.get("/log").raise_for_status().json()
        return [
            it
            for it in entries
            if re.fullmatch(method, it["method"]) and re.search(path, it["path"])
        ]

    def sign_in(self, url: str) -> dict[str, Any]:
        reply = self._http.post("/sign-in", json={"url": url})
        assert reply.status_code == 200, reply.text
        outcome: dict[str, Any] = reply.json()
        return outcome


def rule(
    path: str, kind: str, *, method: str = "GET", times: int = 1, skip: int = 0, **fault: Any
) -> dict[str, Any]:
    """Return a rule of the fault proxy."""
    return {
        "match": {"method": method, "path": path},
        "times": times,
        "skip": skip,
        "fault": {"kind": kind, **fault},
    }


def problem(status: int, code: str, **members: Any) -> dict[str, Any]:
    """Return the members of a fault that responds with a problem document."""
    import json

    document = {
        "type": f"https://modport.example/problems/{code}",
        "title": code,
        "status": status,
        "detail": "Made by a test.",
        "instance": "/",
        "code": code,
        "retryable": False,
        "docs_slug": f"errors.{code}",
        "request_id": "r-1",
        "trace_id": "t-1",
        **members,
    }
    return {"status": status, "type": "application/problem+json", "body": json.dumps(document)}

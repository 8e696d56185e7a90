"""Uploads to a service and a store that lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hostile import Hostile, Seen, document, response
from service import IDENTITY, Sleeps, problem

from modport import Client, IntegrityError, ModportError, ProblemError, UploadRequest

UPLOAD = "01980000-0000-7000-8000-000000000001"
MOD = "01980000-0000-7000-8000-000000000002"
VERSION = "01980000-0000-7000-8000-000000000003"
CONTENT = b"0123456789"
PART_BYTES = 4
PARTS = 3


@pytest.fixture
def client(server: Hostile, sleeps: Sleeps) -> Iterator[Client]:
    with Client(server.base_url, identity=IDENTITY, token="mpat_x", sleep=sleeps) as client:
        yield client


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mod.zip"
    path.write_bytes(CONTENT)
    return path


REQUEST = UploadRequest(mod_id=MOD, version_id=VERSION)


def session(status: str = "uploading") -> dict[str, Any]:
    """Return a session of a service that never confirms a part."""
    progress = {"available": True, "completedParts": [], "percent": 0, "totalParts": PARTS}
    return {
        "upload_id": UPLOAD,
        "artifact_id": UPLOAD,
        "lifecycleStatus": status,
        "filename": "mod.zip",
        "sizeBytes": len(CONTENT),
        "modId": MOD,
        "versionId": VERSION,
        "progress": progress,
        "strategy": "multipart",
        "supportCorrelationId": UPLOAD,
    }


def signed(server: Hostile, number: int, **members: Any) -> dict[str, Any]:
    """Return the signature of a part."""
    return {
        "partNumber": number,
        "method": "PUT",
        "url": f"{server.origin}/storage/{number}",
        "headers": {},
        "sizeBytes": min(PART_BYTES, len(CONTENT) - (number - 1) * PART_BYTES),
        "expiresAt": "2999-01-01T00:00:00Z",
        **members,
    }


def serve(
    server: Hostile,
    put: Callable[[Seen], bytes],
    plan: dict[str, Any] | None = None,
    **of_part: Any,
) -> None:
    """Serve an upload in parts, whose PUTs a function answers."""
    size = {"partSizeBytes": PART_BYTES, "totalParts": PARTS, "parts": []} | (plan or {})

    def handle(seen: Seen) -> bytes:
        if seen.method == "PUT":
            return put(seen)
        if seen.path.endswith("uploads:validate"):
            return document({"data": {"valid": True, "problems": []}})
        if seen.path.endswith("/parts"):
            parts = [signed(server, it, **of_part) for it in seen.json()["partNumbers"]]
            return document({"data": {"parts": parts}})
        if seen.path.endswith("/complete"):
            return document({"data": session("ready")})
        created: dict[str, Any] = {"upload": size} if seen.method == "POST" else {}
        return document({"data": session() | created})

    server.handler = handle


def test_a_part_that_the_store_never_lists_is_sent_three_times_at_most(
    server: Hostile, client: Client, file: Path
) -> None:
    sent: Counter[str] = Counter()

    def put(seen: Seen) -> bytes:
        sent[seen.path] += 1
        is_busy = seen.path.endswith("2") and sent[seen.path] < 3
        return response(503 if is_busy else 200, etag=f'"{seen.path}"')

    serve(server, put)
    assert client.upload(file, REQUEST).status == "ready"
    assert sent == {f"/storage/{number}": 3 for number in (1, 2, 3)}
    (complete,) = server.of("POST", f"/v1/uploads/{UPLOAD}/complete")
    assert [it["partNumber"] for it in complete.json()["parts"]] == [1, 2, 3]


def test_a_part_that_the_store_refuses_is_sent_three_times(
    server: Hostile, client: Client, file: Path
) -> None:
    serve(server, lambda seen: response(503 if seen.path.endswith("3") else 200, etag='"e"'))
    with pytest.raises(ModportError):
        client.upload(file, REQUEST)
    assert len(server.of("PUT", "/storage/3")) == 3
    assert server.of("POST", f"/v1/uploads/{UPLOAD}/complete") == []


@pytest.mark.parametrize("plan", [{"partSizeBytes": 5}, {"totalParts": 4}])
def test_parts_that_are_not_the_whole_file_are_not_sent(
    server: Hostile, client: Client, file: Path, plan: dict[str, Any]
) -> None:
    serve(server, lambda _: response(200), plan)
    with pytest.raises(IntegrityError) as caught:
        client.upload(file, REQUEST)
    assert caught.value.reason == "size"
    assert server.of("PUT", "") == []


@pytest.mark.parametrize(
    "of_part",
    [
        {"sizeBytes": 5},
        {"partNumber": 9},
        {"method": "POST"},
        {"url": "file:///etc/passwd"},
        {"headers": None},
    ],
)
def test_a_part_that_is_signed_for_something_else_is_not_sent(
    server: Hostile, client: Client, file: Path, of_part: dict[str, Any]
) -> None:
    serve(server, lambda _: response(200), **of_part)
    with pytest.raises(ModportError):
        client.upload(file, REQUEST)
    assert server.of("PUT", "") == []


def test_no_credential_reaches_the_store_of_an_upload(
    server: Hostile, client: Client, file: Path
) -> None:
    serve(server, lambda _: response(200, etag='"e"'))
    client.upload(file, REQUEST)
    puts = server.of("PUT", "/storage")
    assert puts
    assert all({"authorization", "cookie"}.isdisjoint(it.headers) for it in puts)
    assert "mpat_x" not in repr(puts)


def expired() -> bytes:
    fault = problem(410, "session_expired")
    return response(410, fault["body"].encode(), content_type=fault["type"])


def create_keys(server: Hostile) -> list[str]:
    creates = [it for it in server.seen if (it.method, it.path) == ("POST", "/v1/uploads")]
    return [it.headers["idempotency-key"] for it in creates]


def test_a_session_whose_parts_are_signed_no_more_is_replaced_by_a_new_one(
    server: Hostile, client: Client, file: Path
) -> None:
    serve(server, lambda _: response(503))
    with pytest.raises(ProblemError):
        client.upload(file, REQUEST)
    (first,) = create_keys(server)
    server.seen.clear()
    serve(server, lambda _: response(200, etag='"e"'))
    healthy = server.handler

    def handle(seen: Seen) -> bytes:
        # It is not closed yet, so that a read does not show that it expired.
        if seen.path.endswith("/parts") and not create_keys(server):
            return expired()
        return healthy(seen)

    server.handler = handle
    assert client.upload(file, REQUEST).status == "ready"
    (second,) = create_keys(server)
    assert first != second


def test_a_session_that_the_caller_names_is_not_replaced_after_it_expired(
    server: Hostile, client: Client, file: Path
) -> None:
    serve(server, lambda _: response(503))
    with pytest.raises(ProblemError):
        client.upload(file, REQUEST)
    server.seen.clear()
    healthy = server.handler
    server.handler = lambda seen: expired() if seen.path.endswith("/parts") else healthy(seen)
    with pytest.raises(ProblemError) as caught:
        client.upload(file, REQUEST, resume=UPLOAD)
    assert caught.value.code == "session_expired"
    assert create_keys(server) == []

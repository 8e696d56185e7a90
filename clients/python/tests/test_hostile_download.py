"""Downloads from a service and a store that lie."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hostile import ARTIFACT, Hostile, Seen, document, external, hostile, resolution, response
from service import IDENTITY, Sleeps

from modport import Client, IntegrityError, ModportError, ProblemError, Timeouts, TransportError

CONTENT = bytes(range(256)) * 40


@pytest.fixture
def client(server: Hostile, sleeps: Sleeps) -> Iterator[Client]:
    with Client(
        server.base_url, identity=IDENTITY, sleep=sleeps, timeouts=Timeouts(read=2, total=5)
    ) as client:
        yield client


def serve(server: Hostile, store: Any, resolved: Any = None) -> None:
    """Answer resolves with a document and the store's addresses by a function."""
    value = resolution(server, CONTENT) if resolved is None else resolved

    def handle(seen: Seen) -> bytes:
        if seen.path.endswith("/resolve"):
            return document(value)
        answer = store(seen)
        assert isinstance(answer, bytes)
        return answer

    server.handler = handle


def ranged(seen: Seen, **headers: str) -> bytes:
    """Serve the content as an honest store does."""
    start = int(seen.headers.get("range", "bytes=0-")[6:-1])
    if not start:
        return response(200, CONTENT, etag='"e"', **headers)
    span = f"bytes {start}-{len(CONTENT) - 1}/{len(CONTENT)}"
    return response(206, CONTENT[start:], etag='"e"', content_range=span, **headers)


@pytest.mark.parametrize(
    ("name", "store", "reason"),
    [
        ("a longer length", lambda _: response(200, CONTENT, content_length="99999999"), "size"),
        ("a shorter length", lambda _: response(200, CONTENT[:-1]), "size"),
        ("an unknown length", lambda _: response(200, CONTENT, content_length="-1"), None),
        ("a range of its own", lambda _: response(206, CONTENT), "range"),
        ("an encoding", lambda _: response(200, CONTENT, content_encoding="gzip"), "encoding"),
        ("other bytes", lambda _: response(200, b"x" * len(CONTENT)), "sha256"),
        ("nothing", lambda _: response(204), None),
        ("a page", lambda _: response(200, b"<html>sign in"), "size"),
        ("no HTTP", lambda _: b"\x00\x01\x02", None),
        ("endless headers", lambda _: b"HTTP/1.1 200 X\r\n" + b"a: b\r\n" * 100_000, None),
    ],
)
def test_a_lie_of_the_store_leaves_no_file(
    server: Hostile, client: Client, tmp_path: Path, name: str, store: Any, reason: str | None
) -> None:
    serve(server, store)
    with pytest.raises(ModportError) as caught:
        client.download(ARTIFACT, tmp_path / "mod.zip")
    assert getattr(caught.value, "reason", None) == reason, name
    assert list(tmp_path.iterdir()) == []


def test_at_most_the_declared_size_is_read(server: Hostile, client: Client, tmp_path: Path) -> None:
    chunked = b"HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n"
    part = b"%x\r\n%s\r\n" % (len(CONTENT), CONTENT)
    serve(server, lambda _: chunked + part * 50)
    client.download(ARTIFACT, tmp_path / "mod.zip")
    assert (tmp_path / "mod.zip").read_bytes() == CONTENT


def test_a_chunked_body_that_ends_early_continues(
    server: Hostile, client: Client, tmp_path: Path
) -> None:
    chunked = b"HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n"
    early = chunked + b"a\r\n" + CONTENT[:10] + b"\r\n0\r\n\r\n"
    serve(server, lambda seen: ranged(seen) if "range" in seen.headers else early)
    client.download(ARTIFACT, tmp_path / "mod.zip")
    assert (tmp_path / "mod.zip").read_bytes() == CONTENT


def test_a_body_cut_after_every_byte_arrives(
    server: Hostile, client: Client, tmp_path: Path
) -> None:
    content = CONTENT[:64]

    def store(seen: Seen) -> bytes:
        start = int(seen.headers.get("range", "bytes=0-")[6:-1])
        if not start:
            return response(200, content[:1], content_length="64")
        span = f"bytes {start}-63/64"
        length = str(64 - start)
        return response(206, content[start : start + 1], content_range=span, content_length=length)

    serve(server, store, resolution(server, content))
    client.download(ARTIFACT, tmp_path / "mod.zip")
    assert (tmp_path / "mod.zip").read_bytes() == content


@pytest.mark.parametrize(
    "change",
    [
        {"size_bytes": -1},
        {"size_bytes": 10**30},
        {"size_bytes": "10"},
        {"size_bytes": True},
        {"hashes": {"sha256": "../../etc/passwd"}},
        {"hashes": None},
        {"artifact": {"id": "01980000-0000-7000-8000-0000000000ff"}},
        {"primary_url": "file:///etc/passwd"},
        {"primary_url": "http://user:password@127.0.0.1/"},
        {"primary_url": "http://[::1"},
        {"primary_url": "//127.0.0.1/x"},
        {"primary_url": "http://127.0.0.1/\r\nx: y"},
        {"primary_url": None},
        {"refresh_after_seconds": "soon"},
        {"download_job": []},
        {"representation": {"provider": 1}},
        {"transport": {"kind": "carrier_pigeon"}},
    ],
)
def test_a_lie_of_the_resolve_is_an_error_and_leaves_nothing(
    server: Hostile, client: Client, tmp_path: Path, change: dict[str, Any]
) -> None:
    serve(server, ranged, resolution(server, CONTENT, **change))
    with pytest.raises(ModportError):
        client.download(ARTIFACT, tmp_path / "mod.zip")
    assert list(tmp_path.iterdir()) == []
    assert all("authorization" not in it.headers for it in server.seen)


def test_another_digest_after_a_refresh_is_refused(
    server: Hostile, client: Client, tmp_path: Path
) -> None:
    answers = iter([resolution(server, CONTENT), resolution(server, b"x" * len(CONTENT))])

    def handle(seen: Seen) -> bytes:
        return document(next(answers)) if seen.path.endswith("/resolve") else response(410)

    server.handler = handle
    with pytest.raises(IntegrityError):
        client.download(ARTIFACT, tmp_path / "mod.zip")
    assert list(tmp_path.iterdir()) == []


def test_a_head_with_a_wrong_size_ends_the_download_before_more_bytes(
    server: Hostile, client: Client, tmp_path: Path
) -> None:
    # Without an ETag of the store, the client asks for it before it continues.
    scope = {"provider": "primary", "etag_scope": "mirror", "etag": '"e"', "if_match": '"e"'}
    sizes = iter([len(CONTENT) - 1, len(CONTENT)])

    def store(seen: Seen) -> bytes:
        if seen.method == "HEAD":
            return response(200, content_length=str(next(sizes)), etag='"e"')
        if "range" in seen.headers:
            assert seen.headers["if-match"] == '"e"'
            return ranged(seen)
        return response(200, CONTENT[:100], content_length=str(len(CONTENT)))

    serve(server, store, resolution(server, CONTENT, representation=scope))
    with pytest.raises(IntegrityError) as caught:
        client.download(ARTIFACT, tmp_path / "mod.zip")
    assert caught.value.reason == "size"
    assert len(server.of("GET", "/storage")) == 1
    assert not (tmp_path / "mod.zip").exists()
    # An honest store continues after the bytes that arrived.
    client.download(ARTIFACT, tmp_path / "mod.zip")
    assert [it.headers.get("range") for it in server.of("GET", "/storage")] == [None, "bytes=100-"]
    assert (tmp_path / "mod.zip").read_bytes() == CONTENT


def test_a_store_that_asks_for_a_long_wait_is_not_asked_again(
    server: Hostile, client: Client, sleeps: Sleeps, tmp_path: Path
) -> None:
    serve(server, lambda _: response(503, retry_after="3600"))
    with pytest.raises(ProblemError) as caught:
        client.download(ARTIFACT, tmp_path / "mod.zip")
    assert caught.value.retry_after_seconds == 3600
    assert (len(server.of("GET", "/storage")), sleeps.seconds) == (1, [])


def test_no_credential_reaches_a_store_or_another_host(
    server: Hostile, sleeps: Sleeps, tmp_path: Path
) -> None:
    with hostile() as other:
        other.handler = ranged
        serve(server, None, resolution(server, CONTENT, primary_url=f"{other.origin}/file"))
        with Client(server.base_url, identity=IDENTITY, token="mpat_secret") as client:
            client.download(ARTIFACT, tmp_path / "mod.zip")
        assert server.seen[0].headers["authorization"] == "Bearer mpat_secret"
        assert all(
            "authorization" not in it.headers and "cookie" not in it.headers for it in other.seen
        )
        assert "mpat_secret" not in repr(other.seen)


def test_a_redirect_of_the_api_is_not_followed(server: Hostile, client: Client) -> None:
    with hostile() as other:
        server.handler = lambda _: response(302, location=f"{other.origin}/v1/x")
        with pytest.raises(ProblemError) as caught:
            client.download(ARTIFACT, "unused.zip")
        assert (caught.value.status, caught.value.code) == (302, None)
        assert other.seen == []


def test_cookies_are_never_sent_back(server: Hostile, client: Client, tmp_path: Path) -> None:
    serve(server, lambda seen: ranged(seen, set_cookie="track=1; Path=/"))
    client.download(ARTIFACT, tmp_path / "one.zip")
    client.download(ARTIFACT, tmp_path / "two.zip")
    assert all("cookie" not in it.headers for it in server.seen)


def test_the_second_store_is_used_after_a_head(
    server: Hostile, client: Client, tmp_path: Path
) -> None:
    available = {"available": True, "endpoint": "/x", "url": None}
    resolved = resolution(server, CONTENT, fallback=available)
    other = resolution(server, CONTENT)["data"]
    other |= {
        "fallback_url": f"{server.origin}/mirror",
        "head_url": f"{server.origin}/mirror-head",
        "representation": {
            "provider": "mirror",
            "etag_scope": "mirror",
            "etag": None,
            "if_match": None,
        },
    }

    def store(seen: Seen) -> bytes:
        if seen.path.endswith("/fallback"):
            assert seen.json() == {"downloadSessionId": other["download_session_id"]}
            return document({"data": other})
        if seen.path == "/mirror-head":
            return response(200, content_length=str(len(CONTENT)), etag='"m"')
        if seen.path == "/mirror":
            assert seen.headers["if-match"] == '"m"'
            start = int(seen.headers["range"][6:-1])
            span = f"bytes {start}-{len(CONTENT) - 1}/{len(CONTENT)}"
            return response(206, CONTENT[start:], etag='"m"', content_range=span)
        if "range" in seen.headers:
            return response(503)
        return response(200, CONTENT[:100], content_length=str(len(CONTENT)))

    serve(server, store, resolved)
    client.download(ARTIFACT, tmp_path / "mod.zip")
    assert (tmp_path / "mod.zip").read_bytes() == CONTENT
    assert len(server.of("HEAD", "/mirror-head")) == 1


def test_wrong_bytes_of_one_store_are_replaced_by_the_other_one(
    server: Hostile, client: Client, tmp_path: Path
) -> None:
    resolved = resolution(server, CONTENT, fallback={"available": True})
    other = resolution(server, CONTENT)["data"] | {"fallback_url": f"{server.origin}/mirror"}

    def store(seen: Seen) -> bytes:
        if seen.path.endswith("/fallback"):
            return document({"data": other})
        return ranged(seen) if seen.path == "/mirror" else response(200, b"x" * len(CONTENT))

    serve(server, store, resolved)
    client.download(ARTIFACT, tmp_path / "mod.zip")
    assert (tmp_path / "mod.zip").read_bytes() == CONTENT


def test_a_file_of_another_site_follows_its_redirects_without_a_credential(
    server: Hostile, sleeps: Sleeps, tmp_path: Path
) -> None:
    with hostile() as site:
        site.handler = lambda _: response(200, CONTENT)
        serve(
            server,
            lambda _: response(302, location=f"{site.origin}/release"),
            external(server, CONTENT),
        )
        with Client(server.base_url, identity=IDENTITY, token="mpat_x", sleep=sleeps) as client:
            done = client.download(ARTIFACT, tmp_path / "mod.zip")
        assert done.sha256 == hashlib.sha256(CONTENT).hexdigest()
        assert "authorization" not in site.seen[0].headers
        assert [it.method for it in site.seen] == ["GET"]


def test_a_file_of_another_site_without_ranges_starts_over(
    server: Hostile, client: Client, tmp_path: Path
) -> None:
    answers = iter([CONTENT[:50], CONTENT])
    serve(
        server,
        lambda _: response(200, next(answers), content_length=str(len(CONTENT))),
        external(server, CONTENT),
    )
    client.download(ARTIFACT, tmp_path / "mod.zip")
    assert all("range" not in it.headers for it in server.of("GET", "/release"))


def test_a_file_of_another_site_that_redirects_in_a_circle_is_refused(
    server: Hostile, client: Client, tmp_path: Path
) -> None:
    serve(server, lambda _: response(302, location="/release"), external(server, CONTENT))
    with pytest.raises(TransportError, match="too often"):
        client.download(ARTIFACT, tmp_path / "mod.zip")


def test_an_empty_file_is_a_file(server: Hostile, client: Client, tmp_path: Path) -> None:
    serve(server, lambda _: response(200, b""), resolution(server, b""))
    client.download(ARTIFACT, tmp_path / "mod.zip")
    assert (tmp_path / "mod.zip").read_bytes() == b""


def test_a_store_that_almost_stops_is_an_error(server: Hostile, tmp_path: Path) -> None:
    import itertools

    ticks = itertools.count()
    with Client(
        server.base_url,
        identity=IDENTITY,
        sleep=lambda _: None,
        monotonic=lambda: next(ticks) * 31.0,
        timeouts=Timeouts(total=1e9),
    ) as client:
        chunked = b"HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 64
        serve(server, lambda _: chunked)
        with pytest.raises(TransportError):
            client.download(ARTIFACT, tmp_path / "mod.zip")
    assert len(server.of("GET", "/storage")) <= 6

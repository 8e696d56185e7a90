"""Downloads from a service and a store that lie."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from downloading import CONTENT, ranged, serve
from hostile import ARTIFACT, Hostile, Seen, document, resolution, response
from service import IDENTITY, Sleeps

from modport import Client, IntegrityError, ModportError, ProblemError, Timeouts, TransportError


@pytest.fixture
def client(downloader: Client) -> Client:
    return downloader


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

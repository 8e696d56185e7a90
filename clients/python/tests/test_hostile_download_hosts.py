"""Downloads over several hosts: redirects, the second store, and files of another site."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from downloading import CONTENT, ranged, serve
from hostile import ARTIFACT, Hostile, Seen, document, external, hostile, resolution, response
from service import IDENTITY, Sleeps

from modport import Client, ProblemError, TransportError


@pytest.fixture
def client(downloader: Client) -> Client:
    return downloader


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

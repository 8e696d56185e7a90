"""Downloads that an interruption, an expired address or an older file does not end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from downloading import Download, assert_only
from service import IDENTITY, RESOLVE, STORAGE, Facts, Proxy, Sleeps, rule

from modport import (
    Cancelled,
    CancelToken,
    Client,
    DownloadProgress,
    IntegrityError,
)


@pytest.fixture
def large(client: Client, facts: Facts, tmp_path: Path) -> Download:
    return Download(client, facts["large-pack"], tmp_path / "mod.zip")


def ranges(proxy: Proxy) -> list[str | None]:
    return [it["range"] for it in proxy.log("GET", STORAGE)]


@pytest.mark.parametrize("cut", [0, 1, 2, 1023, 65_536, 100_001, 262_256, 262_257])
def test_a_body_that_is_cut_continues_at_the_last_byte(
    small: Download, proxy: Proxy, cut: int
) -> None:
    proxy.rules(rule(STORAGE, "cut", after=cut))
    small.succeeds()
    first, *others = proxy.log("GET", STORAGE)
    assert first["range"] is None
    for entry in others:
        start = int(entry["range"].removeprefix("bytes=").removesuffix("-")) if cut else 0
        assert start <= cut
        assert entry["if_match"] == first["if_match"]


def test_a_body_that_is_cut_again_and_again_arrives(large: Download, proxy: Proxy) -> None:
    proxy.rules(rule(STORAGE, "cut", after=700_001, times=8))
    large.succeeds()
    assert len(ranges(proxy)) == 9


def interrupt(download: Download) -> int:
    """Leave a partial file; return its size."""
    token = CancelToken()

    def cancel(progress: DownloadProgress) -> None:
        if progress.received_bytes > 1000:
            token.cancel()

    download.fails(Cancelled, cancel=token, progress=cancel)
    return download.part.stat().st_size


def test_a_wrong_byte_before_an_interruption_starts_the_file_over(
    small: Download, proxy: Proxy
) -> None:
    interrupt(small)
    small.part.write_bytes(b"?" + small.part.read_bytes()[1:])
    small.succeeds()
    assert ranges(proxy)[-1] is None


def test_a_cancelled_download_continues_and_stores_no_address(
    small: Download, proxy: Proxy
) -> None:
    size = interrupt(small)
    assert 1000 < size < small.mod.size
    state = small.target.with_name("mod.zip.part.json").read_text()
    assert set(json.loads(state)) == {"artifact_id", "download_job_id", "grant_id", "session_id"}
    assert "http" not in state
    small.succeeds()
    assert ranges(proxy)[-1] == f"bytes={size}-"


def test_bytes_of_another_file_are_dropped(small: Download, facts: Facts, proxy: Proxy) -> None:
    interrupt(small)
    Download(small.client, facts["base-library"], small.target).succeeds()
    assert ranges(proxy)[-1] is None


@pytest.mark.parametrize("state", [None, b"", b"[]", b"{", b'{"artifact_id": 1}', b"[" * 5000])
def test_a_partial_file_without_or_with_damaged_state_is_dropped(
    small: Download, state: bytes | None
) -> None:
    small.part.write_bytes(b"garbage")
    if state is not None:
        small.target.with_name("mod.zip.part.json").write_bytes(state)
    small.succeeds()


@pytest.mark.parametrize(
    "content_range",
    [
        "bytes 0-262257/262258",
        "bytes 70000-262257/262258",
        "bytes 65536-262257/999999",
        "bytes 65536-262258/262258",
        "bytes 65536-70/262258",
        "bytes 65536-262257/*",
        "items 65536-262257/262258",
        "",
        "bytes " + "9" * 400 + "-1/1",
    ],
)
def test_another_range_than_requested_is_refused(
    small: Download, proxy: Proxy, content_range: str
) -> None:
    proxy.rules(
        rule(STORAGE, "cut", after=65_536),
        rule(STORAGE, "headers", set={"content-range": content_range}),
    )
    assert small.fails(IntegrityError).reason == "range"
    small.succeeds()


def test_a_store_without_ranges_sends_the_whole_file_again(small: Download, proxy: Proxy) -> None:
    proxy.rules(rule(STORAGE, "cut", after=70_000), rule(STORAGE, "ignore-range"))
    small.succeeds()


@pytest.mark.parametrize(("status", "heads"), [(403, 0), (404, 0), (410, 0), (412, 1)])
def test_an_expired_address_is_resolved_again_and_another_etag_is_asked_for_by_head(
    small: Download, proxy: Proxy, status: int, heads: int
) -> None:
    proxy.rules(rule(STORAGE, "cut", after=70_000), rule(STORAGE, "status", status=status))
    small.succeeds()
    first, _, third = proxy.log("GET", STORAGE)
    assert first["path"] != third["path"]
    assert third["range"] is not None
    assert len(proxy.log("POST", RESOLVE)) == 3
    assert len(proxy.log("HEAD", STORAGE)) == heads


def test_an_address_is_refreshed_before_it_expires(
    small: Download, facts: Facts, proxy: Proxy, sleeps: Sleeps
) -> None:
    clock = [0.0]

    def pass_time(progress: DownloadProgress) -> None:
        clock[0] = 241.0

    proxy.rules(rule(STORAGE, "cut", after=70_000))
    with Client(
        facts.base_url, identity=IDENTITY, sleep=sleeps, monotonic=lambda: clock[0]
    ) as client:
        client.download(small.mod.artifact_id, small.target, progress=pass_time)
    assert_only(small.target, small.mod.sha256)
    paths = [it["path"] for it in proxy.log("GET", STORAGE)]
    assert len(set(paths)) == len(paths) == 2

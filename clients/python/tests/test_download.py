"""Downloads from the real service through the fault proxy."""

from __future__ import annotations

import json
import logging
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from downloading import Download, assert_only
from hostile import hostile
from service import IDENTITY, RESOLVE, STORAGE, Facts, Proxy, Sleeps, problem, rule

from modport import (
    Cancelled,
    CancelToken,
    Client,
    DownloadProgress,
    IntegrityError,
    ModportError,
    ProblemError,
    TransportError,
)

MIRROR = "^/mirror/"


@pytest.fixture
def small(client: Client, facts: Facts, tmp_path: Path) -> Download:
    return Download(client, facts["stand-alone"], tmp_path / "mod.zip")


@pytest.fixture
def large(client: Client, facts: Facts, tmp_path: Path) -> Download:
    return Download(client, facts["large-pack"], tmp_path / "mod.zip")


@pytest.fixture
def copied(client: Client, facts: Facts, tmp_path: Path) -> Download:
    """A mod whose file is in the second store too."""
    return Download(client, facts["copied-pack"], tmp_path / "mod.zip")


def ranges(proxy: Proxy) -> list[str | None]:
    return [it["range"] for it in proxy.log("GET", STORAGE)]


def test_a_download_is_verified_and_leaves_only_the_file(small: Download, proxy: Proxy) -> None:
    mod, phases = small.mod, list[DownloadProgress]()
    done = small.client.download(
        mod.artifact_id, small.target, sha256=mod.sha256, progress=phases.append
    )
    assert (done.path, done.sha256, done.size_bytes) == (small.target, mod.sha256, mod.size)
    assert done.original_filename == mod.filename
    assert_only(small.target, mod.sha256)
    assert {it.phase for it in phases} == {"receiving", "verifying", "done"}
    assert [it.received_bytes for it in phases if it.phase == "receiving"][-1] == mod.size
    # The second resolve reports the end, which makes room for the next download.
    assert len(proxy.log("POST", RESOLVE)) == 2


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


def test_wrong_bytes_never_get_the_final_name(small: Download, proxy: Proxy) -> None:
    proxy.rules(rule(STORAGE, "corrupt", at=1000))
    assert small.fails(IntegrityError).reason == "sha256"
    assert small.leaves_nothing()
    small.succeeds()


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


@pytest.mark.parametrize("etag", ['"other"', 'W/"weak"', "bare"])
def test_another_etag_than_demanded_is_refused(small: Download, proxy: Proxy, etag: str) -> None:
    proxy.rules(rule(STORAGE, "headers", set={"etag": etag}))
    assert small.fails(IntegrityError).reason == "etag"
    assert small.leaves_nothing()


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


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_of_the_store_is_waited_for(
    small: Download, proxy: Proxy, sleeps: Sleeps, status: int
) -> None:
    headers = {"retry-after": "7"}
    proxy.rules(rule(STORAGE, "status", status=status, headers=headers, times=2))
    small.succeeds()
    assert sleeps.seconds == [7.25, 7.5]


@pytest.mark.parametrize(
    ("fault", "error"),
    [({"kind": "status", "status": 503}, ProblemError), ({"kind": "refuse"}, TransportError)],
)
def test_a_store_that_stays_down_is_asked_three_times(
    small: Download, proxy: Proxy, fault: dict[str, Any], error: type[ModportError]
) -> None:
    proxy.rules(rule(STORAGE, **fault, times=10))
    small.fails(error)
    assert len(proxy.log("GET", STORAGE)) == 3
    assert small.leaves_nothing()


def test_a_redirect_of_the_store_is_not_followed(small: Download, proxy: Proxy) -> None:
    with hostile() as other:
        proxy.rules(rule(STORAGE, "redirect", location=f"{other.origin}/file", times=10))
        assert "redirect" in str(small.fails(TransportError))
        assert other.seen == []
    assert small.leaves_nothing()


def limited(seconds: int, **members: Any) -> dict[str, Any]:
    """Return a rule that refuses the next resolve."""
    document = problem(
        429, "download_rate_limited", retryable=True, retry_after_seconds=seconds, **members
    )
    return rule(RESOLVE, "status", method="POST", **document)


def test_a_full_lease_is_waited_for_with_the_id_of_its_job(
    small: Download, proxy: Proxy, sleeps: Sleeps
) -> None:
    job = {"id": "01980000-0000-7000-8000-000000000001"}
    proxy.rules(limited(200, quota_bucket="download_leases", download_job=job))
    small.succeeds()
    assert sleeps.seconds[0] == 200.5


def test_a_used_up_byte_quota_is_not_waited_for(
    small: Download, proxy: Proxy, sleeps: Sleeps
) -> None:
    proxy.rules(limited(60, quota_bucket="download_bytes"))
    assert small.fails(ProblemError).quota_bucket == "download_bytes"
    assert sleeps.seconds == []


@pytest.mark.parametrize("offset", [-10 * 365 * 86_400, 10 * 365 * 86_400])
def test_a_wrong_clock_does_not_matter(
    small: Download, facts: Facts, proxy: Proxy, offset: float
) -> None:
    proxy.rules(rule(STORAGE, "cut", after=70_000))
    now = lambda: time.time() + offset  # noqa: E731
    with Client(facts.base_url, identity=IDENTITY, now=now) as client:
        Download(client, small.mod, small.target).succeeds()


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


def test_a_file_that_is_there_is_not_fetched_again(small: Download, proxy: Proxy) -> None:
    small.succeeds()
    proxy.reset()
    assert small.client.download(small.mod.artifact_id, small.target).was_present
    assert proxy.log("GET", STORAGE) == []
    small.target.write_bytes(b"x" * small.mod.size)
    assert not small.client.download(small.mod.artifact_id, small.target).was_present
    assert_only(small.target, small.mod.sha256)


@pytest.mark.parametrize("expected", [{"sha256": "0" * 64}, {"size_bytes": 1}])
def test_other_bytes_than_the_plan_demands_are_not_fetched(
    small: Download, proxy: Proxy, expected: dict[str, Any]
) -> None:
    small.fails(IntegrityError, **expected)
    assert proxy.log("GET", STORAGE) == []
    assert small.leaves_nothing()


def test_an_unknown_file_is_a_problem_and_leaves_nothing(small: Download) -> None:
    unknown = replace(small.mod, artifact_id="01980000-0000-7000-8000-00000000abcd")
    assert replace(small, mod=unknown).fails(ProblemError).status == 404
    assert small.leaves_nothing()


def test_no_log_contains_a_signed_address(
    small: Download, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    small.succeeds()
    assert "GET http" in caplog.text
    assert "/storage/" not in caplog.text


def test_a_link_at_the_partial_name_is_not_followed(small: Download, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("untouched")
    small.part.symlink_to(secret)
    assert "symbolic" in str(small.fails(OSError))
    assert secret.read_text() == "untouched"


def test_a_download_continues_in_the_second_store_when_the_first_one_is_lost(
    copied: Download, proxy: Proxy
) -> None:
    proxy.rules(rule(STORAGE, "cut", after=300_000), rule(STORAGE, "refuse", times=99))
    copied.succeeds()
    head, get = proxy.log(path=MIRROR)
    assert (head["method"], head["range"]) == ("HEAD", None)
    assert re.fullmatch(r"bytes=[1-9]\d*-", get["range"])
    assert (get["status"], get["if_match"][0]) == (206, '"')
    assert len(proxy.log("POST", "/fallback$")) == 1


def test_the_second_store_is_used_after_the_first_one_refused_three_addresses(
    copied: Download, proxy: Proxy
) -> None:
    proxy.rules(rule(STORAGE, "status", status=403, times=99))
    copied.succeeds()
    assert len(proxy.log("GET", STORAGE)) == 3
    assert len(proxy.log("GET", MIRROR)) == 1


def test_the_whole_file_comes_from_the_second_store_after_wrong_bytes(
    copied: Download, proxy: Proxy
) -> None:
    proxy.rules(rule(STORAGE, "corrupt", at=5000))
    copied.succeeds()
    assert [(it["range"], it["status"]) for it in proxy.log("GET", MIRROR)] == [(None, 200)]


def test_a_mod_that_does_not_allow_its_second_store_gets_no_file_from_it(
    small: Download, proxy: Proxy
) -> None:
    proxy.rules(rule(STORAGE, "refuse", times=99))
    small.fails(TransportError)
    assert proxy.log(path="/fallback$|^/mirror/") == []

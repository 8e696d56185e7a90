"""Downloads from the real service through the fault proxy."""

from __future__ import annotations

import logging
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from downloading import Download, assert_only
from hostile import hostile
from service import IDENTITY, RESOLVE, STORAGE, Facts, Proxy, Sleeps, problem, rule

from modport import (
    Client,
    DownloadProgress,
    IntegrityError,
    ModportError,
    ProblemError,
    TransportError,
)


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


def test_wrong_bytes_never_get_the_final_name(small: Download, proxy: Proxy) -> None:
    proxy.rules(rule(STORAGE, "corrupt", at=1000))
    assert small.fails(IntegrityError).reason == "sha256"
    assert small.leaves_nothing()
    small.succeeds()


@pytest.mark.parametrize("etag", ['"other"', 'W/"weak"', "bare"])
def test_another_etag_than_demanded_is_refused(small: Download, proxy: Proxy, etag: str) -> None:
    proxy.rules(rule(STORAGE, "headers", set={"etag": etag}))
    assert small.fails(IntegrityError).reason == "etag"
    assert small.leaves_nothing()


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

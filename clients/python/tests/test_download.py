"""Downloads from the real service through the fault proxy."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from pathlib import Path

import pytest
from service import IDENTITY, RESOLVE, STORAGE, Facts, Proxy, Sleeps, problem, rule

from modport import (
    Cancelled,
    CancelToken,
    Client,
    DownloadProgress,
    IntegrityError,
    ProblemError,
    TransportError,
)

SMALL = "stand-alone"
LARGE = "large-pack"
COPIED = "copied-pack"
MIRROR = "^/mirror/"


def assert_only(target: Path, sha256: str) -> None:
    """The folder contains the verified file and nothing else."""
    assert hashlib.sha256(target.read_bytes()).hexdigest() == sha256
    assert [it.name for it in target.parent.iterdir()] == [target.name]


def ranges(proxy: Proxy) -> list[str | None]:
    return [it["range"] for it in proxy.log("GET", STORAGE)]


def test_a_download_is_verified_and_leaves_only_the_file(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts[SMALL], tmp_path / "mod.zip"
    phases: list[DownloadProgress] = []
    done = client.download(mod.artifact_id, target, sha256=mod.sha256, progress=phases.append)
    assert (done.path, done.sha256, done.size_bytes) == (target, mod.sha256, mod.size)
    assert done.original_filename == mod.filename
    assert_only(target, mod.sha256)
    assert {it.phase for it in phases} == {"receiving", "verifying", "done"}
    assert [it.received_bytes for it in phases if it.phase == "receiving"][-1] == mod.size
    # The second resolve reports the end, which makes room for the next download.
    assert len(proxy.log("POST", RESOLVE)) == 2


@pytest.mark.parametrize("cut", [0, 1, 2, 1023, 65_536, 100_001, 262_256, 262_257])
def test_a_body_that_is_cut_continues_at_the_last_byte(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path, cut: int
) -> None:
    mod, target = facts[SMALL], tmp_path / "mod.zip"
    proxy.rules(rule(STORAGE, "cut", after=cut))
    client.download(mod.artifact_id, target)
    assert_only(target, mod.sha256)
    first, *others = proxy.log("GET", STORAGE)
    assert first["range"] is None
    for entry in others:
        start = int(entry["range"].removeprefix("bytes=").removesuffix("-")) if cut else 0
        assert start <= cut
        assert entry["if_match"] == first["if_match"]


def test_a_body_that_is_cut_again_and_again_arrives(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts[LARGE], tmp_path / "mod.zip"
    proxy.rules(rule(STORAGE, "cut", after=700_001, times=8))
    client.download(mod.artifact_id, target)
    assert_only(target, mod.sha256)
    assert len(ranges(proxy)) == 9


def test_wrong_bytes_never_get_the_final_name(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts[SMALL], tmp_path / "mod.zip"
    proxy.rules(rule(STORAGE, "corrupt", at=1000))
    with pytest.raises(IntegrityError) as caught:
        client.download(mod.artifact_id, target)
    assert caught.value.reason == "sha256"
    assert list(tmp_path.iterdir()) == []
    client.download(mod.artifact_id, target)
    assert_only(target, mod.sha256)


def test_a_wrong_byte_before_an_interruption_starts_the_file_over(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts[SMALL], tmp_path / "mod.zip"
    interrupt(client, facts, proxy, target)
    part = target.with_name("mod.zip.part")
    part.write_bytes(b"?" + part.read_bytes()[1:])
    client.download(mod.artifact_id, target)
    assert_only(target, mod.sha256)
    assert ranges(proxy)[-1] is None


def interrupt(client: Client, facts: Facts, proxy: Proxy, target: Path) -> int:
    """Leave a partial file; return its size."""
    token = CancelToken()

    def cancel(progress: DownloadProgress) -> None:
        if progress.received_bytes > 1000:
            token.cancel()

    with pytest.raises(Cancelled):
        client.download(facts[SMALL].artifact_id, target, cancel=token, progress=cancel)
    assert not target.exists()
    return target.with_name(f"{target.name}.part").stat().st_size


def test_a_cancelled_download_continues_and_stores_no_address(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts[SMALL], tmp_path / "mod.zip"
    size = interrupt(client, facts, proxy, target)
    assert 1000 < size < mod.size
    state = json.loads((tmp_path / "mod.zip.part.json").read_text())
    assert set(state) == {"artifact_id", "download_job_id", "grant_id", "session_id"}
    assert "http" not in json.dumps(state)
    client.download(mod.artifact_id, target)
    assert ranges(proxy)[-1] == f"bytes={size}-"
    assert_only(target, mod.sha256)


def test_bytes_of_another_file_are_dropped(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    target = tmp_path / "mod.zip"
    interrupt(client, facts, proxy, target)
    other = facts["base-library"]
    client.download(other.artifact_id, target)
    assert ranges(proxy)[-1] is None
    assert_only(target, other.sha256)


def test_a_partial_file_without_or_with_damaged_state_is_dropped(
    client: Client, facts: Facts, tmp_path: Path
) -> None:
    mod = facts[SMALL]
    for state in (None, b"", b"[]", b"{", b'{"artifact_id": 1}', b"[" * 5000):
        target = tmp_path / "mod.zip"
        target.with_name("mod.zip.part").write_bytes(b"garbage")
        if state is not None:
            target.with_name("mod.zip.part.json").write_bytes(state)
        client.download(mod.artifact_id, target)
        assert_only(target, mod.sha256)
        target.unlink()


@pytest.mark.parametrize("etag", ['"other"', 'W/"weak"', "bare"])
def test_another_etag_than_demanded_is_refused(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path, etag: str
) -> None:
    proxy.rules(rule(STORAGE, "headers", set={"etag": etag}))
    with pytest.raises(IntegrityError) as caught:
        client.download(facts[SMALL].artifact_id, tmp_path / "mod.zip")
    assert caught.value.reason == "etag"
    assert list(tmp_path.iterdir()) == []


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
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path, content_range: str
) -> None:
    mod, target = facts[SMALL], tmp_path / "mod.zip"
    proxy.rules(
        rule(STORAGE, "cut", after=65_536),
        rule(STORAGE, "headers", set={"content-range": content_range}),
    )
    with pytest.raises(IntegrityError) as caught:
        client.download(mod.artifact_id, target)
    assert caught.value.reason == "range"
    assert not target.exists()
    client.download(mod.artifact_id, target)
    assert_only(target, mod.sha256)


def test_a_store_without_ranges_sends_the_whole_file_again(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts[SMALL], tmp_path / "mod.zip"
    proxy.rules(rule(STORAGE, "cut", after=70_000), rule(STORAGE, "ignore-range"))
    client.download(mod.artifact_id, target)
    assert_only(target, mod.sha256)


@pytest.mark.parametrize("status", [403, 404, 410])
def test_an_expired_address_is_resolved_again(
    client: Client, facts: Facts, proxy: Proxy, sleeps: Sleeps, tmp_path: Path, status: int
) -> None:
    mod, target = facts[SMALL], tmp_path / "mod.zip"
    proxy.rules(rule(STORAGE, "cut", after=70_000), rule(STORAGE, "status", status=status))
    client.download(mod.artifact_id, target)
    assert_only(target, mod.sha256)
    first, _, third = proxy.log("GET", STORAGE)
    assert first["path"] != third["path"]
    assert third["range"] is not None
    assert len(proxy.log("POST", RESOLVE)) == 3


def test_another_etag_of_the_store_is_asked_for_by_head(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts[SMALL], tmp_path / "mod.zip"
    proxy.rules(rule(STORAGE, "cut", after=70_000), rule(STORAGE, "status", status=412))
    client.download(mod.artifact_id, target)
    assert_only(target, mod.sha256)
    assert len(proxy.log("HEAD", STORAGE)) == 1


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_of_the_store_is_waited_for(
    client: Client, facts: Facts, proxy: Proxy, sleeps: Sleeps, tmp_path: Path, status: int
) -> None:
    mod, target = facts[SMALL], tmp_path / "mod.zip"
    headers = {"retry-after": "7"}
    proxy.rules(rule(STORAGE, "status", status=status, headers=headers, times=2))
    client.download(mod.artifact_id, target)
    assert_only(target, mod.sha256)
    assert sleeps.seconds == [7.25, 7.5]


def test_a_store_that_stays_down_is_asked_three_times(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    proxy.rules(rule(STORAGE, "status", status=503, times=10))
    with pytest.raises(ProblemError) as caught:
        client.download(facts[SMALL].artifact_id, tmp_path / "mod.zip")
    assert (caught.value.status, caught.value.code) == (503, None)
    assert len(proxy.log("GET", STORAGE)) == 3
    assert list(tmp_path.iterdir()) == []


def test_a_refused_connection_of_the_store_is_an_error_after_three_attempts(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    proxy.rules(rule(STORAGE, "refuse", times=10))
    with pytest.raises(TransportError):
        client.download(facts[SMALL].artifact_id, tmp_path / "mod.zip")
    assert len(proxy.log("GET", STORAGE)) == 3


def test_a_redirect_of_the_store_is_not_followed(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    location = f"{facts.origin}/v1/games"
    proxy.rules(rule(STORAGE, "redirect", location=location, times=10))
    with pytest.raises(TransportError, match="redirect"):
        client.download(facts[SMALL].artifact_id, tmp_path / "mod.zip")
    assert proxy.log("GET", "/v1/games") == []
    assert list(tmp_path.iterdir()) == []


def test_a_full_lease_is_waited_for_with_the_id_of_its_job(
    client: Client, facts: Facts, proxy: Proxy, sleeps: Sleeps, tmp_path: Path
) -> None:
    mod, target = facts[SMALL], tmp_path / "mod.zip"
    job = {"id": "01980000-0000-7000-8000-000000000001"}
    limited = problem(
        429,
        "download_rate_limited",
        retryable=True,
        retry_after_seconds=200,
        quota_bucket="download_leases",
        download_job=job,
    )
    proxy.rules(rule(RESOLVE, "status", method="POST", **limited))
    client.download(mod.artifact_id, target)
    assert sleeps.seconds[0] == 200.5
    assert_only(target, mod.sha256)


def test_a_used_up_byte_quota_is_not_waited_for(
    client: Client, facts: Facts, proxy: Proxy, sleeps: Sleeps, tmp_path: Path
) -> None:
    limited = problem(
        429,
        "download_rate_limited",
        retryable=True,
        retry_after_seconds=60,
        quota_bucket="download_bytes",
    )
    proxy.rules(rule(RESOLVE, "status", method="POST", **limited))
    with pytest.raises(ProblemError) as caught:
        client.download(facts[SMALL].artifact_id, tmp_path / "mod.zip")
    assert caught.value.quota_bucket == "download_bytes"
    assert sleeps.seconds == []


@pytest.mark.parametrize("offset", [-10 * 365 * 86_400, 10 * 365 * 86_400])
def test_a_wrong_clock_does_not_matter(
    facts: Facts, proxy: Proxy, tmp_path: Path, offset: float
) -> None:
    import time

    mod, target = facts[SMALL], tmp_path / "mod.zip"
    proxy.rules(rule(STORAGE, "cut", after=70_000))
    now = lambda: time.time() + offset  # noqa: E731
    with Client(facts.base_url, identity=IDENTITY, now=now) as client:
        client.download(mod.artifact_id, target)
    assert_only(target, mod.sha256)


def test_an_address_is_refreshed_before_it_expires(
    facts: Facts, proxy: Proxy, sleeps: Sleeps, tmp_path: Path
) -> None:
    mod, target = facts[SMALL], tmp_path / "mod.zip"
    clock = [0.0]

    def pass_time(progress: DownloadProgress) -> None:
        clock[0] = 241.0

    proxy.rules(rule(STORAGE, "cut", after=70_000))
    with Client(
        facts.base_url, identity=IDENTITY, sleep=sleeps, monotonic=lambda: clock[0]
    ) as client:
        client.download(mod.artifact_id, target, progress=pass_time)
    assert_only(target, mod.sha256)
    paths = [it["path"] for it in proxy.log("GET", STORAGE)]
    assert len(set(paths)) == len(paths) == 2


def test_a_file_that_is_there_is_not_fetched_again(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts[SMALL], tmp_path / "mod.zip"
    client.download(mod.artifact_id, target)
    proxy.reset()
    assert client.download(mod.artifact_id, target).was_present
    assert proxy.log("GET", STORAGE) == []
    target.write_bytes(b"x" * mod.size)
    assert not client.download(mod.artifact_id, target).was_present
    assert_only(target, mod.sha256)


def test_other_bytes_than_the_plan_demands_are_not_fetched(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod = facts[SMALL]
    with pytest.raises(IntegrityError):
        client.download(mod.artifact_id, tmp_path / "mod.zip", sha256="0" * 64)
    with pytest.raises(IntegrityError):
        client.download(mod.artifact_id, tmp_path / "mod.zip", size_bytes=1)
    assert proxy.log("GET", STORAGE) == []
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_file_is_a_problem_and_leaves_nothing(client: Client, tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as caught:
        client.download("01980000-0000-7000-8000-00000000abcd", tmp_path / "mod.zip")
    assert caught.value.status == 404
    assert list(tmp_path.iterdir()) == []


def test_no_log_contains_a_signed_address(
    client: Client, facts: Facts, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    client.download(facts[SMALL].artifact_id, tmp_path / "mod.zip")
    assert "GET http" in caplog.text
    assert "/storage/" not in caplog.text


def test_a_link_at_the_partial_name_is_not_followed(
    client: Client, facts: Facts, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("untouched")
    (tmp_path / "mod.zip.part").symlink_to(secret)
    with pytest.raises(OSError, match="symbolic"):
        client.download(facts[SMALL].artifact_id, tmp_path / "mod.zip")
    assert secret.read_text() == "untouched"


def test_a_download_continues_in_the_second_store_when_the_first_one_is_lost(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts[COPIED], tmp_path / "mod.zip"
    proxy.rules(rule(STORAGE, "cut", after=300_000), rule(STORAGE, "refuse", times=99))
    client.download(mod.artifact_id, target)
    assert_only(target, mod.sha256)
    head, get = proxy.log(path=MIRROR)
    assert (head["method"], head["range"]) == ("HEAD", None)
    assert re.fullmatch(r"bytes=[1-9]\d*-", get["range"])
    assert (get["status"], get["if_match"][0]) == (206, '"')
    assert len(proxy.log("POST", "/fallback$")) == 1


def test_the_whole_file_comes_from_the_second_store_after_wrong_bytes(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts[COPIED], tmp_path / "mod.zip"
    proxy.rules(rule(STORAGE, "corrupt", at=5000))
    client.download(mod.artifact_id, target)
    assert_only(target, mod.sha256)
    assert [(it["range"], it["status"]) for it in proxy.log("GET", MIRROR)] == [(None, 200)]


def test_a_mod_that_does_not_allow_its_second_store_gets_no_file_from_it(
    client: Client, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    proxy.rules(rule(STORAGE, "refuse", times=99))
    with pytest.raises(TransportError):
        client.download(facts[SMALL].artifact_id, tmp_path / "mod.zip")
    assert not (tmp_path / "mod.zip").exists()
    assert proxy.log(path="/fallback$|^/mirror/") == []

"""Uploads to the real service through the fault proxy."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hostile import hostile
from service import IDENTITY, STORAGE, Facts, Proxy, rule
from uploading import COMPLETE, CREATE, MEBIBYTE, archive, cancel_after, keys

from modport import (
    BusyError,
    Cancelled,
    CancelToken,
    Client,
    FileChangedError,
    ProblemError,
    UploadFailedError,
    UploadInvalidError,
    UploadProgress,
    UploadRequest,
)
from modport.uploads import flow, source


def test_an_upload_is_ready_after_its_scan_and_leaves_no_state(
    creator: Client, request_: UploadRequest, tmp_path: Path
) -> None:
    seen: list[UploadProgress] = []
    session = creator.upload(archive(tmp_path / "mod.zip"), request_, progress=seen.append)
    assert session.status == "ready"
    assert session.is_accepted
    phases = [it.phase for it in seen]
    assert phases.index("hashing") < phases.index("sending") < phases.index("done")
    assert [it.name for it in tmp_path.iterdir()] == ["mod.zip"]


@pytest.mark.parametrize("cut", [0, 100, 60_000])
def test_an_interrupted_put_is_sent_again(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path, cut: int
) -> None:
    proxy.rules(rule(STORAGE, "cut-request", method="PUT", after=cut))
    session = creator.upload(archive(tmp_path / "mod.zip", 70_000), request_)
    assert session.status == "ready"
    assert len(proxy.log("PUT", STORAGE)) == 2


def test_a_put_whose_response_was_lost_is_not_repeated_over_the_object(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path
) -> None:
    proxy.rules(rule(STORAGE, "drop-response", method="PUT"))
    session = creator.upload(archive(tmp_path / "mod.zip"), request_)
    assert session.status == "ready"
    assert [it["status"] for it in proxy.log("PUT", STORAGE)] == [None, 412]


@pytest.mark.parametrize("status", [403, 410])
def test_an_expired_address_is_signed_again_by_the_same_create(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path, status: int
) -> None:
    proxy.rules(rule(STORAGE, "status", method="PUT", status=status))
    assert creator.upload(archive(tmp_path / "mod.zip"), request_).status == "ready"
    first, second = keys(proxy, CREATE)
    assert first == second


@pytest.mark.parametrize("path", [CREATE, COMPLETE])
def test_a_lost_response_is_repeated_with_the_same_key(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path, path: str
) -> None:
    proxy.rules(rule(path, "drop-response", method="POST"))
    assert creator.upload(archive(tmp_path / "mod.zip"), request_).status == "ready"
    first, second = keys(proxy, path)
    assert first == second


def test_a_store_that_is_busy_gets_the_bytes_later(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path
) -> None:
    proxy.rules(
        rule(STORAGE, "status", method="PUT", status=503),
        rule(STORAGE, "status", method="PUT", status=429, headers={"retry-after": "0"}),
    )
    assert creator.upload(archive(tmp_path / "mod.zip"), request_).status == "ready"


def test_a_file_that_changes_while_it_is_sent_is_never_completed(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path
) -> None:
    file = archive(tmp_path / "mod.zip", 900_000)

    def change(progress: UploadProgress) -> None:
        if progress.phase == "sending":
            with file.open("r+b") as handle:
                handle.write(b"?")
            os.utime(file, ns=(1, 1))

    with pytest.raises(FileChangedError):
        creator.upload(file, request_, progress=change)
    assert proxy.log("POST", COMPLETE) == []
    assert len(proxy.log("POST", "/abort$")) == 1
    assert [it.name for it in tmp_path.iterdir()] == ["mod.zip"]


def test_a_file_that_shrinks_while_it_is_read_is_refused(
    creator: Client, request_: UploadRequest, tmp_path: Path
) -> None:
    file = archive(tmp_path / "mod.zip", 900_000)
    with pytest.raises(FileChangedError):
        creator.upload(
            file,
            request_,
            progress=lambda it: os.truncate(file, 10) if it.phase == "hashing" else None,
        )


def test_a_refused_archive_names_its_code(
    creator: Client, request_: UploadRequest, tmp_path: Path
) -> None:
    file = tmp_path / "mod.zip"
    file.write_bytes(b"this is no archive")
    with pytest.raises(UploadFailedError) as caught:
        creator.upload(file, request_)
    assert caught.value.session.failure_code == "archive_magic_mismatch"
    assert [it.name for it in tmp_path.iterdir()] == ["mod.zip"]


def test_a_faulty_declaration_creates_nothing(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path
) -> None:
    file = archive(tmp_path / "mod.zip")
    faulty = UploadRequest(
        mod_id=request_.mod_id, version_id=request_.version_id, filename="../mod.zip"
    )
    with pytest.raises((UploadInvalidError, ProblemError)):
        creator.upload(file, faulty)
    assert proxy.log("POST", CREATE) == []


def test_a_corrupted_put_is_refused_by_the_service(
    creator: Client,
    request_: UploadRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = archive(tmp_path / "mod.zip")

    # An upload of other bytes of the same length, as a proxy on the way would make it.
    class Liar(source.FileSource):
        def __init__(self, path: Path, check: Callable[[int], None]) -> None:
            super().__init__(path, check)
            self.sha256 = "0" * 64

    monkeypatch.setattr(flow, "FileSource", Liar)
    with pytest.raises(UploadFailedError) as caught:
        creator.upload(file, request_)
    assert caught.value.session.failure_code == "sha256_mismatch"


def test_another_process_with_the_same_file_is_told_so(
    creator: Client, facts: Facts, request_: UploadRequest, tmp_path: Path
) -> None:
    file = archive(tmp_path / "mod.zip")
    caught: list[object] = []

    def try_again(progress: UploadProgress) -> None:
        if progress.phase == "sending" and not caught:
            with Client(facts.base_url, identity=IDENTITY, token=facts.token) as other:
                with pytest.raises(BusyError) as error:
                    other.upload(file, request_)
                caught.append(error)

    assert creator.upload(file, request_, progress=try_again).status == "ready"
    assert caught


def test_a_wrong_clock_does_not_matter_for_an_upload(
    facts: Facts, creator: Client, request_: UploadRequest, tmp_path: Path
) -> None:
    with Client(
        facts.base_url, identity=IDENTITY, token=facts.token, now=lambda: 4_000_000_000.0
    ) as client:
        assert client.upload(archive(tmp_path / "mod.zip"), request_).status == "ready"


@pytest.mark.parametrize("status", [302, 307])
def test_a_redirect_of_a_put_is_not_followed(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path, status: int
) -> None:
    with hostile() as other:
        location = f"{other.origin}/storage/elsewhere"
        proxy.rules(rule(STORAGE, "redirect", method="PUT", location=location, status=status))
        with pytest.raises(ProblemError) as caught:
            creator.upload(archive(tmp_path / "mod.zip"), request_)
        assert (caught.value.status, caught.value.code) == (status, None)
        assert other.seen == []
    assert len(proxy.log("PUT")) == 1
    assert proxy.log("POST", COMPLETE) == []


def test_parts_are_sent_four_at_a_time(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path
) -> None:
    file, token = archive(tmp_path / "mod.zip", 101 * MEBIBYTE), CancelToken()
    with pytest.raises(Cancelled):
        creator.upload(file, request_, cancel=token, progress=cancel_after(80 * MEBIBYTE, token))
    assert max(it["in_flight"] for it in proxy.log("PUT", STORAGE)) == 4

"""Uploads that a later call continues, in the same session or in a new one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from service import STORAGE, Proxy, problem, rule
from uploading import COMPLETE, CREATE, MEBIBYTE, archive, cancel_after, interrupted, keys

from modport import (
    Cancelled,
    CancelToken,
    Client,
    ProblemError,
    TransportError,
    UploadRequest,
    api,
)


def test_a_store_that_stays_down_is_an_error_and_a_later_call_continues(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path
) -> None:
    file, stored = interrupted(creator, proxy, request_, tmp_path)
    state = stored.read_text()
    assert "http" not in state
    assert set(json.loads(state)) == {
        "declaration",
        "create_key",
        "complete_key",
        "upload_id",
        "part_bytes",
    }
    proxy.reset()
    assert creator.upload(file, request_).status == "ready"
    assert keys(proxy, CREATE) == [json.loads(state)["create_key"]]


def test_a_cancelled_upload_continues_the_same_session(
    creator: Client, request_: UploadRequest, tmp_path: Path
) -> None:
    file, token = archive(tmp_path / "mod.zip", 900_000), CancelToken()
    with pytest.raises(Cancelled):
        creator.upload(file, request_, cancel=token, progress=cancel_after(1, token))
    assert creator.upload(file, request_).status == "ready"


def test_a_session_continues_by_its_id(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path
) -> None:
    file = archive(tmp_path / "mod.zip")
    session = creator.upload(file, request_)
    proxy.reset()
    again = creator.upload(file, request_, resume=session.upload_id)
    assert again.upload_id == session.upload_id
    assert proxy.log("PUT", STORAGE) == []
    other = archive(tmp_path / "other.zip", 5)
    with pytest.raises(ValueError, match="another file"):
        creator.upload(other, request_, resume=session.upload_id)


def test_an_expired_session_is_replaced_by_a_new_one(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path
) -> None:
    file, _ = interrupted(creator, proxy, request_, tmp_path)
    proxy.reset()
    proxy.rules(rule(CREATE, "status", method="POST", **problem(410, "session_expired")))
    assert creator.upload(file, request_).status == "ready"
    first, second = keys(proxy, CREATE)
    assert first != second


def test_an_unknown_session_is_replaced_by_a_new_one(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path
) -> None:
    file, state = interrupted(creator, proxy, request_, tmp_path)
    foreign = {**json.loads(state.read_text()), "upload_id": str(request_.version_id)}
    state.write_text(json.dumps(foreign))
    proxy.reset()
    assert creator.upload(file, request_).status == "ready"
    (key,) = keys(proxy, CREATE)
    assert key != foreign["create_key"]


def test_a_session_that_has_all_bytes_is_completed_without_another_create(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path
) -> None:
    file = archive(tmp_path / "mod.zip")
    proxy.rules(rule(COMPLETE, "status", method="POST", status=400))
    with pytest.raises(ProblemError):
        creator.upload(file, request_)
    proxy.reset()
    proxy.rules(rule(CREATE, "refuse", method="POST", times=99))
    assert creator.upload(file, request_).status == "ready"
    assert proxy.log("PUT|POST", f"{CREATE}|{STORAGE}") == []


def test_a_single_upload_does_not_continue_by_its_id_without_its_state_file(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path
) -> None:
    file, state = interrupted(creator, proxy, request_, tmp_path)
    upload_id = json.loads(state.read_text())["upload_id"]
    state.unlink()
    proxy.reset()
    with pytest.raises(ValueError, match="state file"):
        creator.upload(file, request_, resume=upload_id)
    assert proxy.log("POST") == []
    assert not state.exists()


def test_parts_that_an_earlier_call_named_and_the_store_joined_are_completed(
    creator: Client, proxy: Proxy, request_: UploadRequest, tmp_path: Path
) -> None:
    file = archive(tmp_path / "mod.zip", 101 * MEBIBYTE)
    proxy.rules(rule(COMPLETE, "drop-response", method="POST", times=9))
    with pytest.raises(TransportError):
        creator.upload(file, request_)
    upload_id = json.loads((tmp_path / "mod.zip.upload.json").read_text())["upload_id"]
    session = creator.send(api.uploads.get_upload_session(UUID(upload_id))).to_dict()
    # As if the service had died after the store joined the parts.
    session["data"]["lifecycleStatus"] = "uploading"
    session["data"]["progress"].update(available=True, percent=100, completedParts=[])
    proxy.reset()
    joined: dict[str, Any] = {
        "status": 200,
        "type": "application/json",
        "body": json.dumps(session),
    }
    proxy.rules(rule(f"/v1/uploads/{upload_id}$", "status", times=2, **joined))
    assert creator.upload(file, request_).upload_id == upload_id
    assert len(proxy.log("POST", COMPLETE)) == 1
    assert proxy.log("PUT", STORAGE) == []

"""Responses of a call: problems, other shapes, and values that later releases add."""

from __future__ import annotations

import json
from typing import Any

import pytest
from calling import GAMES, MOD, answers, problem_bytes
from hostile import Hostile, document, response
from service import IDENTITY, Facts

from modport import (
    UNSET,
    Client,
    NotModified,
    ProblemError,
    TransportError,
    api,
)


def test_a_problem_keeps_an_unknown_code_and_all_of_its_members(
    raw: Client, server: Hostile
) -> None:
    members = {
        "retryable": False,
        "retry_after_seconds": 5,
        "quota_bucket": "some",
        "required_scopes": ["mods:read"],
        "fields": [{"field": "a", "code": "b", "detail": "c"}, {"field": 1}, 5],
        "download_job": {"id": "x"},
        "new_member": [1],
    }
    answers(server, problem_bytes(418, "code_of_tomorrow", **members))
    with pytest.raises(ProblemError) as caught:
        raw.send(GAMES)
    error = caught.value
    assert (error.status, error.code, error.retryable) == (418, "code_of_tomorrow", False)
    assert (error.request_id, error.trace_id, error.quota_bucket) == ("r-1", "t-1", "some")
    assert error.required_scopes == ("mods:read",)
    assert [(it.field, it.code, it.detail) for it in error.fields] == [("a", "b", "c")]
    assert error.download_job == {"id": "x"}
    assert error.document["new_member"] == [1]
    assert error.headers["content-type"] == "application/problem+json"
    assert "code_of_tomorrow" in str(error)


@pytest.mark.parametrize(
    "body",
    [b"<html>", b"", b"[]", b"null", b'{"code": 5}', b"\xff\xfe", b"[" * 100_000, b'{"a": NaN}'],
)
def test_a_response_that_is_no_problem_document_has_no_code(
    raw: Client, server: Hostile, body: bytes
) -> None:
    answers(server, response(400, body))
    with pytest.raises(ProblemError) as caught:
        raw.send(GAMES)
    assert (caught.value.status, caught.value.code) == (400, None)


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[]", b"5", b'{"data": 1}', b'{"data": [5]}', b"[" * 100_000, b"\x00"]
)
def test_a_success_of_another_shape_is_an_error(raw: Client, server: Hostile, body: bytes) -> None:
    answers(server, response(200, body))
    with pytest.raises(ProblemError) as caught:
        raw.send(GAMES)
    assert (caught.value.status, caught.value.code) == (200, None)


def test_a_response_without_end_is_an_error(
    server: Hostile, raw: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from modport import _effects

    monkeypatch.setattr(_effects.Send, "__init__", _small_limit(_effects.Send.__init__))
    answers(server, response(200, b" " * 100_000))
    with pytest.raises(TransportError, match="larger"):
        raw.send(GAMES)


def _small_limit(original: Any) -> Any:
    def init(self: Any, request: Any, limit: int = 0) -> None:
        original(self, request, 1000)

    return init


def test_a_compressed_response_is_limited_by_its_real_size(server: Hostile, raw: Client) -> None:
    import gzip

    bomb = gzip.compress(b"0" * 40 * 1024 * 1024)
    answers(server, response(200, bomb, content_encoding="gzip"))
    with pytest.raises(TransportError, match="larger"):
        raw.send(GAMES)


def test_a_response_that_drips_ends_after_the_total_time(server: Hostile) -> None:
    import itertools

    ticks = itertools.count()
    drip = b"HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 50
    answers(server, drip)
    with (
        Client(
            server.base_url,
            identity=IDENTITY,
            sleep=lambda _: None,
            monotonic=lambda: next(ticks) * 61.0,
        ) as client,
        pytest.raises(TransportError, match="seconds"),
    ):
        client.send(GAMES)


def test_an_etag_that_still_fits_is_not_modified(client: Client, facts: Facts) -> None:
    mod = client.response(api.catalog.get_mod(facts["stand-alone"].id))
    assert mod.etag is not None
    assert mod.request_id is not None
    with pytest.raises(NotModified):
        client.send(api.catalog.get_mod(facts["stand-alone"].id, if_none_match=mod.etag))


def test_absent_null_and_value_are_three_things_in_a_patch(creator: Client, facts: Facts) -> None:
    read = api.catalog.get_mod(facts.draft_mod)

    def patch(**members: Any) -> Any:
        etag = creator.response(read).etag
        assert etag is not None
        body = api.models.UpdateModInput(**members)
        changed = api.publishing.update_mod_draft(facts.draft_mod, body=body, if_match=etag)
        return creator.send(changed).data

    assert patch(homepage_url="https://example.org/a").homepage_url == "https://example.org/a"
    assert patch(homepage_url=UNSET, license_="MIT").homepage_url == "https://example.org/a"
    assert patch(homepage_url=None).homepage_url is None
    assert api.models.UpdateModInput().to_dict() == {}
    assert api.models.UpdateModInput(homepage_url=None).to_dict() == {"homepage_url": None}


def test_a_value_that_a_later_release_adds_to_an_enum_is_kept(client: Client, facts: Facts) -> None:
    operation = api.catalog.get_mod(facts["stand-alone"].id)
    mod = client.send(operation).data.to_dict()
    changed = {**mod, "state": "frozen", "access_tier": "lottery", "new_member": 1}
    parsed = api.models.Mod.from_dict(changed)
    assert (parsed.state, parsed.access_tier) == ("frozen", "lottery")
    assert parsed["new_member"] == 1


def test_a_list_ends_when_its_cursor_repeats(raw: Client, server: Hostile) -> None:
    page = {"data": [], "pagination": {"next_cursor": "again", "has_more": True, "limit": 25}}
    server.handler = lambda _: document(page)
    assert len(list(raw.pages(GAMES))) == 2
    assert [it.path.partition("?")[2] for it in server.seen] == [
        "limit=25",
        "limit=25&cursor=again",
    ]


def test_a_plan_without_a_solution_names_the_conflict(raw: Client, server: Hostile) -> None:
    from modport import Setup, UnsatisfiableError

    plan = {
        "plan_id": "p",
        "status": "unsatisfiable",
        "items": [],
        "conflicts": [{"code": "c", "mod_ids": [str(MOD)], "explanation": "these two"}],
    }
    answers(server, document({"data": plan}))
    resolved = raw.plan(Setup(game_slug="g"), mods=[MOD])
    with pytest.raises(UnsatisfiableError, match="these two"):
        _ = resolved.downloads
    assert json.loads(server.seen[0].body)["mod_ids"] == [str(MOD)]


def test_a_name_of_a_plan_cannot_leave_the_folder(raw: Client, server: Hostile) -> None:
    from modport import Setup

    file = {
        "artifact_id": str(MOD),
        "sha256": "0" * 64,
        "size_bytes": 1,
        "original_filename": "../../.bashrc",
    }
    names = ("item_id", "role", "mod_id", "slug", "version_id", "version")
    item = dict.fromkeys(names, "x") | {"artifact_id": str(MOD), "file": file}
    plan = {"plan_id": "p", "status": "resolved", "items": [item], "conflicts": []}
    answers(server, document({"data": plan}))
    assert raw.plan(Setup(game_slug="g"), mods=[MOD]).downloads[0].file.filename == "_.._.bashrc"

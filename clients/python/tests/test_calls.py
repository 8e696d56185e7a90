"""One call of the API: retries, keys, tokens, errors, and values that later releases add."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from hostile import Hostile, Seen, document, response
from service import IDENTITY, Facts, Proxy, Sleeps, problem, rule

from modport import (
    UNSET,
    Client,
    Identity,
    NotModified,
    ProblemError,
    RetryPolicy,
    Timeouts,
    TransportError,
    api,
)

MOD = UUID("01980000-0000-7000-8000-000000000001")
GAMES = api.catalog.list_games()
EMPTY: dict[str, Any] = {
    "data": [],
    "pagination": {"next_cursor": None, "has_more": False, "limit": 25},
}


@pytest.fixture
def server(server: Hostile) -> Hostile:
    """A server with empty lists."""
    server.handler = lambda _: document(EMPTY)
    return server


@pytest.fixture
def raw(server: Hostile, sleeps: Sleeps) -> Iterator[Client]:
    timeouts = Timeouts(connect=2, read=2, write=2, total=2)
    with Client(
        server.base_url, identity=IDENTITY, sleep=sleeps, random=lambda: 0.5, timeouts=timeouts
    ) as client:
        yield client


def answers(server: Hostile, *bodies: bytes) -> None:
    left = list(bodies)
    server.handler = lambda _: left.pop(0) if len(left) > 1 else left[0]


def problem_bytes(status: int, code: str, **members: Any) -> bytes:
    fault = problem(status, code, **members)
    return response(status, fault["body"].encode(), content_type=fault["type"])


def fallback_cover() -> Any:
    return api.publishing.create_mod_fallback_cover(MOD)


def test_every_request_names_its_client(client: Client, proxy: Proxy) -> None:
    client.send(GAMES)
    headers = proxy.log("GET", "/v1/games")[0]["headers"]
    assert headers["user-agent"] == IDENTITY.user_agent
    assert headers["x-service-client"] == IDENTITY.name
    assert headers["x-service-client-version"] == IDENTITY.version
    assert "authorization" not in headers


def test_a_read_is_sent_three_times_with_growing_jitter(
    client: Client, proxy: Proxy, sleeps: Sleeps
) -> None:
    proxy.rules(rule("/v1/games", "status", status=503, times=2))
    client.send(GAMES)
    assert sleeps.seconds == [0.25, 0.5]
    proxy.rules(rule("/v1/games", "refuse", times=3))
    with pytest.raises(TransportError):
        client.send(GAMES)
    assert len(proxy.log("GET", "/v1/games")) == 6


@pytest.mark.parametrize("attempts", [-1, 0, 4])
def test_another_number_of_attempts_than_the_contract_allows_is_refused(attempts: int) -> None:
    with pytest.raises(ValueError, match="attempts must be 1 to 3"):
        RetryPolicy(attempts=attempts)


@pytest.mark.parametrize("attempts", [1, 2, 3])
def test_a_read_is_sent_as_often_as_the_policy_allows(server: Hostile, attempts: int) -> None:
    answers(server, response(503))
    policy = RetryPolicy(attempts=attempts, base_seconds=0.0)
    with (
        Client(server.base_url, identity=IDENTITY, retries=policy) as client,
        pytest.raises(ProblemError),
    ):
        client.send(GAMES)
    assert len(server.seen) == attempts


def test_retry_after_is_the_least_wait(raw: Client, server: Hostile, sleeps: Sleeps) -> None:
    answers(server, response(429, retry_after="9"), document(EMPTY))
    raw.send(GAMES)
    assert sleeps.seconds == [9.25]


@pytest.mark.parametrize("text", ["61", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_a_long_retry_after_is_left_to_the_caller(
    raw: Client, server: Hostile, sleeps: Sleeps, text: str
) -> None:
    answers(server, response(503, retry_after=text))
    with pytest.raises(ProblemError) as caught:
        raw.send(GAMES)
    assert (caught.value.retry_after_seconds or 0) > 60
    assert (len(server.seen), sleeps.seconds) == (1, [])


@pytest.mark.parametrize("text", ["-1", "nan", "1e9", "soon", "", "0x10", "Mon, 99 Foo"])
def test_a_retry_after_that_is_none_is_ignored(
    raw: Client, server: Hostile, sleeps: Sleeps, text: str
) -> None:
    answers(server, response(503, retry_after=text), document(EMPTY))
    raw.send(GAMES)
    assert sleeps.seconds == [0.25]


def test_a_date_in_retry_after_counts_from_the_clock_of_the_service(
    raw: Client, server: Hostile, sleeps: Sleeps
) -> None:
    sent, later = "Wed, 01 Jan 2020 00:00:00 GMT", "Wed, 01 Jan 2020 00:00:05 GMT"
    answers(server, response(503, date=sent, retry_after=later), document(EMPTY))
    raw.send(GAMES)
    assert sleeps.seconds == [5.25]


def test_a_write_keeps_its_key_over_its_retries_and_gets_another_one_per_call(
    raw: Client, server: Hostile
) -> None:
    answers(server, response(503), b"", problem_bytes(404, "not_found"))
    for _ in range(2):
        with pytest.raises(ProblemError):
            raw.send(fallback_cover())
    keys = [it.headers["idempotency-key"] for it in server.seen]
    assert len(keys) == 4
    assert len(set(keys[:3])) == 1
    assert keys[3] != keys[0]


def test_a_key_of_the_caller_is_used(raw: Client, server: Hostile) -> None:
    operation = fallback_cover().with_key("mine")
    with pytest.raises(ProblemError):
        raw.send(operation)
    assert server.seen[0].headers["idempotency-key"] == "mine"


def test_a_write_without_a_key_is_never_repeated(raw: Client, server: Hostile) -> None:
    answers(server, response(503))
    with pytest.raises(ProblemError):
        raw.send(replace(fallback_cover(), takes_key=False))
    assert len(server.seen) == 1


def test_a_problem_that_says_so_is_not_retried(raw: Client, server: Hostile) -> None:
    answers(server, problem_bytes(503, "feature_disabled", retryable=False))
    with pytest.raises(ProblemError):
        raw.send(GAMES)
    assert len(server.seen) == 1


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


def test_a_rejected_token_is_renewed_once(server: Hostile, sleeps: Sleeps) -> None:
    tokens = iter(["old", "new", "never"])

    def handle(seen: Seen) -> bytes:
        is_new = seen.headers["authorization"] == "Bearer new"
        return document(EMPTY) if is_new else problem_bytes(401, "unauthorized")

    server.handler = handle
    with Client(
        server.base_url, identity=IDENTITY, token=lambda: next(tokens), sleep=sleeps
    ) as client:
        client.send(GAMES)
    assert [it.headers["authorization"] for it in server.seen] == ["Bearer old", "Bearer new"]


def test_a_token_that_stays_rejected_is_an_error(raw: Client, server: Hostile) -> None:
    answers(server, problem_bytes(401, "unauthorized"))
    with (
        Client(server.base_url, identity=IDENTITY, token="mpat_x") as client,
        pytest.raises(ProblemError) as caught,
    ):
        client.send(GAMES)
    assert caught.value.code == "unauthorized"
    assert len(server.seen) == 1


@pytest.mark.parametrize("token", ["x y", "a\r\nx: y", "", "ä"])
def test_a_token_that_no_header_can_carry_is_refused_without_showing_it(token: str) -> None:
    with pytest.raises(ValueError, match="bearer") as caught:
        Client("https://example.org/v1", identity=IDENTITY, token=token)
    assert str(caught.value) == "not a bearer token"


@pytest.mark.parametrize(
    "url",
    [
        "example.org/v1",
        "ftp://example.org",
        "https://",
        "https://a:b@example.org/v1",
        "https://e.org/v1?x=1",
    ],
)
def test_a_base_url_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="base URL"):
        Client(url, identity=IDENTITY)


def test_a_token_is_not_sent_over_plain_http_to_another_machine() -> None:
    with pytest.raises(ValueError, match="https"):
        Client("http://example.org/v1", identity=IDENTITY, token="mpat_x")
    Client("http://example.org/v1", identity=IDENTITY).close()
    Client("http://127.0.0.1:1/v1", identity=IDENTITY, token="mpat_x").close()


@pytest.mark.parametrize("path", ["..", ".", "a/../../b"])
def test_an_id_never_leaves_its_path(raw: Client, server: Hostile, path: str) -> None:
    with suppress(ValueError, ProblemError):
        raw.send(api.catalog.get_game(path))
    assert all(it.path.startswith("/v1/games/") and "/.." not in it.path for it in server.seen)


@pytest.mark.parametrize(
    "parts",
    [("", "1", "a@b.c"), ("a b", "1", "a@b.c"), ("a", "1\r\n", "a@b.c"), ("a", "1", "x) y")],
)
def test_an_identity_that_no_header_can_carry_is_refused(parts: tuple[str, str, str]) -> None:
    with pytest.raises(ValueError, match="not a"):
        Identity(*parts)


def test_no_text_of_an_operation_or_a_client_shows_a_secret() -> None:
    operation = api.credentials.revoke_api_key(MOD)
    with Client("https://example.org/v1", identity=IDENTITY, token="mpat_secret") as client:
        assert "mpat_secret" not in repr(vars(client)) + repr(operation)


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

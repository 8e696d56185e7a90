"""Which calls are sent again, when, and with which key."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from calling import EMPTY, GAMES, MOD, answers, problem_bytes
from hostile import Hostile, document, response
from service import IDENTITY, Proxy, Sleeps, rule

from modport import (
    Client,
    ProblemError,
    RetryPolicy,
    TransportError,
    api,
)


def fallback_cover() -> Any:
    return api.publishing.create_mod_fallback_cover(MOD)


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

"""The vectors that the clients of all languages share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from modport import (
    HandoffError,
    ProblemError,
    RetryPolicy,
    TransportError,
    WebhookError,
    build_handoff,
    parse_handoff,
    safe_filename,
    sign_webhook,
    verify_webhook,
)
from modport.operation import Operation, Reply
from modport.problems import problem_of

VECTORS = Path(__file__).parents[2] / "vectors"


def vectors(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", vectors("handoff")["accepted"])
def test_an_accepted_handoff_names_its_file(case: dict[str, str]) -> None:
    assert parse_handoff(case["uri"]) == case["artifact_id"]
    assert build_handoff(case["artifact_id"]) == case["uri"]


@pytest.mark.parametrize("case", vectors("handoff")["refused"])
def test_a_refused_handoff_has_its_reason(case: dict[str, str]) -> None:
    with pytest.raises(HandoffError) as caught:
        parse_handoff(case["uri"])
    assert caught.value.reason == case["refused"]


@pytest.mark.parametrize("text", ["0190C2A4-7D1E-7B3A-9C55-3F2A1B0C9D8E", "..", "", "{x}"])
def test_a_handoff_is_built_only_of_a_canonical_id(text: str) -> None:
    with pytest.raises(ValueError, match="canonical"):
        build_handoff(text)


@pytest.mark.parametrize("case", vectors("filenames")["cases"])
def test_a_safe_name_is_that_of_the_vectors(case: dict[str, str]) -> None:
    assert safe_filename(case["text"]) == case["name"]


@pytest.mark.parametrize(
    "text",
    [
        "con .txt",
        "\ud800/..",
        "a" * 400 + "/../b.zip",
        "☃" * 300 + ".tar.gz",
        "\uff0e\uff0e\uff0f",
        "\u202e",
    ],
)
def test_a_safe_name_is_one_component_of_at_most_201_bytes(text: str) -> None:
    name = safe_filename(text)
    assert len(name.encode()) <= 201
    assert name not in {"", ".", ".."}
    assert not set(name) & set('/\\:*?"<>|\0')
    assert not name.lower().startswith("con")


@pytest.mark.parametrize("case", vectors("webhooks")["cases"], ids=lambda it: it["name"])
def test_a_delivery_is_judged_as_in_the_vectors(case: dict[str, Any]) -> None:
    body = case["body"].encode()
    options = {"tolerance": case["tolerance"], "now": case["now"]}
    if "refused" not in case:
        assert verify_webhook(case["secrets"], case["headers"], body, **options).body == body
        return
    with pytest.raises(WebhookError) as caught:
        verify_webhook(case["secrets"], case["headers"], body, **options)
    assert caught.value.reason == case["refused"]


@pytest.mark.parametrize("body", [b"[]", b"", b"\xff", b"[" * 100_000])
def test_a_genuine_delivery_without_an_event_says_so(body: bytes) -> None:
    headers = {
        "X-Service-Timestamp": "100",
        "X-Service-Signature": sign_webhook("whsec_a", 100, body),
        "X-Service-Delivery-Id": "d",
    }
    delivery = verify_webhook("whsec_a", headers, body, now=100)
    with pytest.raises(WebhookError) as caught:
        _ = delivery.event
    assert caught.value.reason == "malformed_body"


@pytest.mark.parametrize("secrets", ["", [], ["whsec_a", ""]])
def test_a_delivery_is_never_verified_with_an_empty_secret(secrets: Any) -> None:
    with pytest.raises(ValueError, match="secret"):
        verify_webhook(secrets, {}, b"")


@pytest.mark.parametrize("timestamp", ["nan", "1e3", "\uff19\uff19", "1" * 5000])
def test_a_timestamp_that_is_no_number_of_digits_is_stale(timestamp: str) -> None:
    headers = {
        "X-Service-Timestamp": timestamp,
        "X-Service-Signature": "v1=ä",
        "X-Service-Delivery-Id": "d",
    }
    with pytest.raises(WebhookError) as caught:
        verify_webhook("whsec_a", headers, b"", now=100)
    assert caught.value.reason == "stale_timestamp"


@pytest.mark.parametrize("case", vectors("retries")["cases"], ids=lambda it: it["name"])
def test_a_retry_is_decided_as_in_the_vectors(case: dict[str, Any]) -> None:
    headers = {"Idempotency-Key": "k"} if case["key"] else {}
    operation = Operation(
        operation="x", method=case["method"], path="/x", headers=headers, parse=lambda _: None
    )
    error = failure(case)

    def decide(attempt: int) -> float | None:
        return RetryPolicy().wait_seconds(
            attempt, error, is_repeatable=operation.is_repeatable, random=lambda: 0.0
        )

    assert decide(1) == (case["least_wait_seconds"] if case["retry"] else None)
    assert decide(3) is None


def failure(case: dict[str, Any]) -> ProblemError | TransportError:
    if case.get("failure") == "connection":
        return TransportError("cut")
    headers = {name.lower(): value for name, value in case.get("headers", {}).items()}
    body = json.dumps(case["problem"]).encode() if "problem" in case else b""
    return problem_of(Reply(case["status"], headers, body), 0.0)

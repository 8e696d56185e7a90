"""What a request says and what it never says: the identity, the token, the path."""

from __future__ import annotations

from contextlib import suppress

import pytest
from calling import EMPTY, GAMES, MOD, answers, problem_bytes
from hostile import Hostile, Seen, document
from service import IDENTITY, Proxy, Sleeps

from modport import (
    Client,
    Identity,
    ProblemError,
    api,
)


def test_every_request_names_its_client(client: Client, proxy: Proxy) -> None:
    client.send(GAMES)
    headers = proxy.log("GET", "/v1/games")[0]["headers"]
    assert headers["user-agent"] == IDENTITY.user_agent
    assert headers["x-service-client"] == IDENTITY.name
    assert headers["x-service-client-version"] == IDENTITY.version
    assert "authorization" not in headers


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

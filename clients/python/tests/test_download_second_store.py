"""Downloads whose first store is lost or lies, and that may use the second one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from downloading import Download
from service import STORAGE, Facts, Proxy, rule

from modport import (
    Client,
    TransportError,
)

MIRROR = "^/mirror/"


@pytest.fixture
def copied(client: Client, facts: Facts, tmp_path: Path) -> Download:
    """A mod whose file is in the second store too."""
    return Download(client, facts["copied-pack"], tmp_path / "mod.zip")


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

"""The asynchronous client: the same flows, and cancellation of tasks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest
from downloading import assert_only
from hostile import ARTIFACT, hostile, resolution, response
from service import IDENTITY, RESOLVE, STORAGE, AsyncSleeps, Facts, Proxy, rule
from uploading import MEBIBYTE, archive, cancel_after, version

from modport import (
    AsyncClient,
    BusyError,
    Cancelled,
    CancelToken,
    Client,
    DownloadProgress,
    IntegrityError,
    ProblemError,
    Setup,
    TransportError,
    UploadProgress,
    api,
)

pytestmark = pytest.mark.anyio


@pytest.fixture
async def client_(facts: Facts, proxy: Proxy) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(facts.base_url, identity=IDENTITY, sleep=AsyncSleeps()) as client:
        yield client


async def test_an_asynchronous_client_lists_plans_and_downloads(
    client_: AsyncClient, facts: Facts, tmp_path: Path
) -> None:
    operation = api.catalog.list_mods(game_slug=facts.game, limit=1)
    slugs = {it.slug async for it in client_.items(operation)}
    assert set(facts.mods) <= slugs
    setup = Setup(game_slug=facts.game)
    plan = await client_.plan(setup, mods=[facts["uses-base"].id])
    for item in plan.downloads:
        await client_.download(item.file.artifact_id, tmp_path / item.file.filename)
    assert len(list(tmp_path.iterdir())) == 2
    updates = await client_.updates(setup, [facts["uses-base"].artifact_id])
    assert [it.status for it in updates] == ["current"]


@pytest.mark.parametrize("cut", [0, 1, 65_537, 262_257])
async def test_an_asynchronous_download_continues_after_a_cut(
    client_: AsyncClient, facts: Facts, proxy: Proxy, tmp_path: Path, cut: int
) -> None:
    mod, target = facts["stand-alone"], tmp_path / "mod.zip"
    proxy.rules(rule(STORAGE, "cut", after=cut))
    await client_.download(mod.artifact_id, target)
    assert_only(target, mod.sha256)


async def test_an_asynchronous_download_refuses_wrong_bytes(
    client_: AsyncClient, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    proxy.rules(rule(STORAGE, "corrupt", at=5))
    with pytest.raises(IntegrityError):
        await client_.download(facts["stand-alone"].artifact_id, tmp_path / "mod.zip")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("status", [403, 412, 503])
async def test_an_asynchronous_download_recovers_from_a_status(
    client_: AsyncClient, facts: Facts, proxy: Proxy, tmp_path: Path, status: int
) -> None:
    mod, target = facts["stand-alone"], tmp_path / "mod.zip"
    proxy.rules(rule(STORAGE, "cut", after=70_000), rule(STORAGE, "status", status=status))
    await client_.download(mod.artifact_id, target)
    assert_only(target, mod.sha256)


async def test_an_asynchronous_download_follows_no_redirect(
    client_: AsyncClient, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    proxy.rules(rule(STORAGE, "redirect", location="http://127.0.0.1:9/x", times=5))
    with pytest.raises(TransportError, match="redirect"):
        await client_.download(facts["stand-alone"].artifact_id, tmp_path / "mod.zip")


async def test_a_cancelled_task_leaves_bytes_that_the_next_call_continues(
    client_: AsyncClient, facts: Facts, proxy: Proxy, tmp_path: Path
) -> None:
    mod, target = facts["large-pack"], tmp_path / "mod.zip"
    with anyio.CancelScope() as scope:

        def cancel(progress: DownloadProgress) -> None:
            if progress.received_bytes > 1_000_000:
                anyio.from_thread.run_sync(scope.cancel)

        await client_.download(mod.artifact_id, target, progress=cancel)
    assert scope.cancelled_caught
    size = target.with_name("mod.zip.part").stat().st_size
    assert 1_000_000 < size < mod.size
    await client_.download(mod.artifact_id, target)
    assert proxy.log("GET", STORAGE)[-1]["range"] == f"bytes={size}-"
    assert_only(target, mod.sha256)


async def test_a_cancel_token_ends_an_asynchronous_download(
    client_: AsyncClient, facts: Facts, tmp_path: Path
) -> None:
    token = CancelToken()
    with pytest.raises(Cancelled):
        await client_.download(
            facts["large-pack"].artifact_id,
            tmp_path / "mod.zip",
            cancel=token,
            progress=lambda _: token.cancel(),
        )


async def test_two_tasks_on_one_target_never_mix_their_bytes(
    client_: AsyncClient, facts: Facts, tmp_path: Path
) -> None:
    mod, target = facts["large-pack"], tmp_path / "mod.zip"
    outcomes: list[str] = []

    async def download() -> None:
        try:
            await client_.download(mod.artifact_id, target)
            outcomes.append("done")
        except BusyError:
            outcomes.append("busy")

    async with anyio.create_task_group() as group:
        group.start_soon(download)
        group.start_soon(download)
    assert sorted(outcomes) == ["busy", "done"]
    assert_only(target, mod.sha256)


async def test_an_asynchronous_upload_recovers_from_a_lost_response(
    facts: Facts, creator: Client, proxy: Proxy, tmp_path: Path
) -> None:
    request = version(creator, facts)
    phases: list[UploadProgress] = []
    proxy.rules(rule(STORAGE, "drop-response", method="PUT"))
    async with AsyncClient(facts.base_url, identity=IDENTITY, token=facts.token) as client:
        file = archive(tmp_path / "mod.zip", 300_000)
        session = await client.upload(file, request, progress=phases.append)
    assert session.status == "ready"
    assert phases[-1].phase == "done"


async def test_an_asynchronous_upload_sends_four_parts_at_a_time(
    facts: Facts, creator: Client, proxy: Proxy, tmp_path: Path
) -> None:
    request, token = version(creator, facts), CancelToken()
    file = archive(tmp_path / "mod.zip", 101 * MEBIBYTE)
    async with AsyncClient(facts.base_url, identity=IDENTITY, token=facts.token) as client:
        cancel = cancel_after(80 * MEBIBYTE, token)
        with pytest.raises(Cancelled):
            await client.upload(file, request, cancel=token, progress=cancel)
    assert max(it["in_flight"] for it in proxy.log("PUT", STORAGE)) == 4


async def test_an_asynchronous_put_follows_no_redirect(
    facts: Facts, creator: Client, proxy: Proxy, tmp_path: Path
) -> None:
    request = version(creator, facts)
    with hostile() as other:
        location = f"{other.origin}/storage/elsewhere"
        proxy.rules(rule(STORAGE, "redirect", method="PUT", location=location, status=307))
        async with AsyncClient(facts.base_url, identity=IDENTITY, token=facts.token) as client:
            with pytest.raises(ProblemError) as caught:
                await client.upload(archive(tmp_path / "mod.zip"), request)
        assert caught.value.status == 307
        assert other.seen == []


async def test_an_asynchronous_call_retries_and_reports_problems(
    client_: AsyncClient, facts: Facts, proxy: Proxy
) -> None:
    proxy.rules(rule("/v1/games", "status", status=503, times=2))
    await client_.send(api.catalog.list_games())
    proxy.rules(rule("/v1/games", "status", status=503, times=3))
    with pytest.raises(ProblemError):
        await client_.send(api.catalog.list_games())


async def test_an_asynchronous_token_provider_is_awaited(facts: Facts, proxy: Proxy) -> None:
    async def provide() -> str:
        return facts.reader_token

    async with AsyncClient(facts.base_url, identity=IDENTITY, token=provide) as client:
        await client.send(api.account.get_me())
    assert proxy.log("GET", "/v1/me")[0]["headers"]["authorization"].endswith(facts.reader_token)


async def test_a_lying_store_leaves_no_file_in_an_asynchronous_download(tmp_path: Path) -> None:
    with hostile() as server:
        async with AsyncClient(server.base_url, identity=IDENTITY, sleep=AsyncSleeps()) as client:
            from hostile import document

            server.handler = lambda seen: (
                document(resolution(server, b"abc"))
                if seen.path.endswith("/resolve")
                else response(206, b"abc", content_range="bytes 0-2/3")
            )
            with pytest.raises(IntegrityError):
                await client.download(ARTIFACT, tmp_path / "mod.zip")
    assert list(tmp_path.iterdir()) == []
    assert RESOLVE

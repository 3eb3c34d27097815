"""Spectators as many seconds behind the players as the match's creator wanted, and never ahead of that."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Any

import pytest

from service.live import Place
from service.settings import Settings
from tests.api.conftest import Running, Table, running
from tests.api.test_looking import Listener, read_stream, until_someone_listens

DELAY_S = 60
QUICK = Settings(beat_s=0.001, stream_max_s=0)
LOOKS = ("", "/view", "/decisions", "/events?limit=500", "/stream?after=p-0", "/events?after=p-1&limit=2")


@pytest.fixture
async def quick(store_url: str) -> AsyncIterator[Running]:
    """Streams of a match that runs end at once."""
    async with running(store_url, secrets.token_hex(4), QUICK) as one:
        yield one


def later(service: Running, seconds: float) -> None:
    service.clock.now += round(seconds * 1000)


async def looks(table: Table, token: str | None = None) -> list[tuple[int, dict[str, str], bytes]]:
    """All that there is to see, with its headers."""
    answers = [await table.get(what, token, headers={"X-Request-Id": "same"}) for what in LOOKS]
    answers.append(await table.service.get("/v1/matches", headers={"X-Request-Id": "same"}))
    answers += [await table.get(f"/view?at=p-{n}", token, headers={"X-Request-Id": "same"}) for n in (0, 1, 9, 40)]
    return [(answer.status_code, dict(answer.headers), answer.content) for answer in answers]


@pytest.mark.parametrize("visibility", ["public", "private"])
async def test_nothing_that_players_do_shows_before_its_time(quick: Running, visibility: str) -> None:
    """Views, decisions, events, numbers, points of the past, lists, entity tags: for everyone who only watches."""
    table = await quick.table(spectator_delay=DELAY_S, visibility=visibility)
    later(quick, DELAY_S)
    for token in (table.host, table.spectator):
        before = await looks(table, token)
        for _ in range(3):
            assert await table.play_one()
        await quick.app.listing.settle()
        later(quick, DELAY_S - 1)
        await quick.app.workers.work()
        assert before == await looks(table, token)
        later(quick, 1)
        after = await looks(table, token)
        assert all(before[place] != after[place] for place in (1, 3, 4))  # view, events, stream


async def test_the_list_tells_of_the_start_and_of_a_replaced_seat_only_when_its_time_has_come(quick: Running) -> None:
    table = await quick.table(spectator_delay=DELAY_S, start=False)

    async def listed() -> tuple[str, list[str]]:
        await quick.app.listing.settle()
        [match] = (await quick.get("/v1/matches")).json()["matches"]
        assert match == (await table.get("")).json() | {"seats": match["seats"]}
        return match["status"], [seat["kind"] for seat in match["seats"]]

    assert ("lobby", ["person"] * 2) == await listed()
    await table.start()
    assert ("lobby", ["person"] * 2) == await listed()
    assert [] == (await quick.get("/v1/matches?status=running")).json()["matches"]
    later(quick, DELAY_S)
    assert ("running", ["person"] * 2) == await listed()
    assert 1 == len((await quick.get("/v1/matches?status=running")).json()["matches"])
    await table.command(table.host, {"type": "match.Revoke", "seat": "roy", "then": "computer"})
    assert ("running", ["person"] * 2) == await listed()
    later(quick, DELAY_S)
    assert ("running", ["person", "bot"]) == await listed()


async def test_players_see_everything_at_once(quick: Running) -> None:
    table = await quick.table(spectator_delay=DELAY_S)
    for token in table.seats.values():
        before = (await table.get("/view", token)).json()
        await table.play_one()
        assert before["at"] != (await table.get("/view", token)).json()["at"]
        assert "running" == (await table.get("", token)).json()["status"]
        spectators = (await table.get("/view?as=spectator", token)).json()
        assert "lobby" == spectators["status"]


async def test_the_lobby_is_not_delayed(quick: Running) -> None:
    made = (await quick.create(spectator_delay=DELAY_S)).json()
    table = Table(quick, made["id"], made["host_token"], None)
    assert ["open", "open"] == [seat["kind"] for seat in (await table.get("")).json()["seats"]]
    await quick.claim(table, "roy")
    match = (await table.get("")).json()
    assert (["open", "person"], DELAY_S) == ([seat["kind"] for seat in match["seats"]], match["spectator_delay"])
    assert DELAY_S == (await table.get("/view")).json()["view"]["spectator_delay"]


async def test_the_end_opens_everything_at_once(quick: Running) -> None:
    table = await quick.table(spectator_delay=DELAY_S)
    for _ in range(3):
        await table.play_one()
    assert "lobby" == (await table.get("")).json()["status"]
    await table.command(table.seats["roy"], {"type": "match.Resign"})
    assert "over" == (await table.get("")).json()["status"]
    assert "over" == (await table.get("/view?as=truth")).json()["status"]
    ids = [item["id"] for item in (await table.get("/events?limit=500")).json()["events"]]
    assert ids == await read_stream(table, "p-0")


async def test_the_hosts_own_command_does_not_tell_how_much_has_happened(quick: Running) -> None:
    table = await quick.table(spectator_delay=DELAY_S, start=False)
    await table.start()
    for _ in range(3):
        await table.play_one()
    revoke = {"type": "match.Revoke", "seat": "roy", "then": "computer"}
    first = await table.command(table.host, revoke, "k" * 22)
    assert ("p-0", []) == (first.json()["at"], first.json()["events"])
    later(quick, DELAY_S)
    assert first.content == (await table.command(table.host, revoke, "k" * 22)).content


async def test_a_claim_does_not_tell_that_the_match_has_started(quick: Running) -> None:
    table = await quick.table(spectator_delay=DELAY_S, start=False)
    claim = {"claim_key": "z" * 22}

    async def refused() -> bytes:
        return (await quick.post(f"{table.path}/seats/roy/claim", claim)).content

    before = await refused()
    await table.start()
    assert before == await refused()


async def test_a_stream_tells_each_event_when_its_time_has_come_and_not_before(store_url: str) -> None:
    async with running(store_url, secrets.token_hex(4), Settings(beat_s=60)) as service:
        table = await service.table(spectator_delay=DELAY_S)
        later(service, DELAY_S)
        at = (await table.get("/view")).json()["at"]
        number = int(at.partition("-")[2])
        listener = Listener(service, table, number)
        hearing = asyncio.create_task(listener.next())
        await until_someone_listens(service, table)
        await table.play_one()
        await service.app.workers.work()
        await settled()
        assert not hearing.done()
        later(service, DELAY_S - 1)
        await service.app.workers.work()
        await settled()
        assert not hearing.done()
        later(service, 1)
        await service.app.workers.work()
        assert (await hearing)["id"] == f"p-{number + 1}"
        listener.leave()


async def settled() -> None:
    """Let every other task run as far as it can without time passing."""
    for _ in range(200):
        await asyncio.sleep(0)


async def test_a_stream_resumes_right_after_any_event_and_ends_with_the_match(quick: Running) -> None:
    table = await quick.table(spectator_delay=DELAY_S)
    await table.play_one()
    later(quick, DELAY_S)
    reached = (await table.get("/view")).json()["at"]
    await table.play_one()
    part = await table.get("/stream?after=p-0")
    assert reached == [line[4:] for line in part.text.splitlines() if line.startswith("id: ")][-1]
    ahead = await table.get("/stream", headers={"Last-Event-ID": "p-999"})
    assert "id:" not in ahead.text
    await table.command(table.seats["roy"], {"type": "match.Resign"})
    rest = await read_stream(table, None, None, reached)
    assert int(reached[2:]) + 1 == int(rest[0][2:])


async def test_a_wait_ends_when_its_time_has_come(store_url: str) -> None:
    async with running(store_url, secrets.token_hex(4)) as service:
        table = await service.table(spectator_delay=DELAY_S)
        later(service, DELAY_S)
        at = (await table.get("/view")).json()["at"]
        waiting = asyncio.create_task(table.get(f"/events?after={at}", headers={"Prefer": "wait=30"}))
        await until_someone_listens(service, table)
        await table.play_one()
        await settled()
        assert not waiting.done()
        later(service, DELAY_S)
        await service.app.workers.work()
        assert (await waiting).json()["events"]


async def test_another_worker_is_no_faster(store_url: str) -> None:
    async with running(store_url, "behind", QUICK) as one, running(store_url, "behind", QUICK) as two:
        table = await one.table(spectator_delay=DELAY_S)
        later(one, DELAY_S)
        later(two, DELAY_S)
        before = await looks(table)
        await table.play_one()
        table.service = two
        assert before == await looks(table)


@pytest.mark.parametrize("delay", [-1, 3601, 1.5, "60", None, True])
async def test_a_senseless_delay_is_refused(quick: Running, delay: Any) -> None:
    answer = await quick.create(spectator_delay=delay)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/spectator_delay")


async def test_a_beat_comes_in_its_time_whatever_is_hidden(store_url: str) -> None:
    """What a viewer is not told must not show in a silence either."""
    async with running(store_url, secrets.token_hex(4), Settings(beat_s=60)) as service:
        table = await service.table(spectator_delay=DELAY_S)
        later(service, DELAY_S)
        live, gone = service.app.service.live, asyncio.Event()
        match = await service.app.service.matches.open(table.id)
        seen = await service.app.service.delay.seen(match, "spectator")
        loop, waits = asyncio.get_running_loop(), []
        room = await service.app.service.matches.room(table.id)

        async def changed(seconds: float, push: object = None) -> bool:
            waits.append(loop.time() + seconds)
            return len(waits) < 4

        room.changed = changed  # type: ignore[method-assign]  # three hidden commits, then silence
        follow = live.follow(table.id, "spectator", Place(seen.seq("spectator")), 60, gone)
        assert await anext(follow) is None
        assert max(waits) - min(waits) < 0.001
        await follow.aclose()

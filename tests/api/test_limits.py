"""How much one client may ask for, what a full store still does, and who is cut off for taking nothing."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from service.capacity import Capacity
from service.http.limits import CONNECTION, KEPT, Buckets, Limits, address_of
from service.settings import Settings
from tests.api.conftest import Running, Table, bearing, running
from tests.api.test_problems import is_problem

FAR = "203.0.113.9"
OTHER = "198.51.100.7"


class Ticking:
    """Seconds, as a test says."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def served(url: str, **limits: Any) -> AsyncIterator[tuple[Running, Ticking]]:
    """A service with these limits, and the seconds that they go by."""
    settings = Settings(beat_s=0.05, **limits)
    async with running(url, secrets.token_hex(4), settings) as service:
        ticking = Ticking()
        service.app.service.limits = Limits(settings, ticking)
        yield service, ticking


def client_at(service: Running, host: str) -> httpx.AsyncClient:
    """A client at another address than this machine's."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(service.app, client=(host, 1)), base_url="http://test")


# --- requests ------------------------------------------------------------------------------------


async def test_an_address_gets_its_burst_then_its_rate(store_url: str) -> None:
    async with served(store_url, address_rate=2, address_burst=3) as (service, ticking), client_at(service, FAR) as far:
        assert [200, 200, 200, 429] == [(await far.get("/v1")).status_code for _ in range(4)]
        refused = await far.get("/v1/games")
        assert "rate" == is_problem(refused, "too-many-requests")["code"]
        assert "1" == refused.headers["retry-after"]
        ticking.now += 1
        assert [200, 200, 429] == [(await far.get("/v1")).status_code for _ in range(3)]


async def test_one_address_costs_another_nothing_and_this_machine_has_no_limit(store_url: str) -> None:
    async with (
        served(store_url, address_rate=1, address_burst=1) as (service, _),
        client_at(service, FAR) as far,
        client_at(service, OTHER) as other,
        client_at(service, "::1") as here,
    ):
        assert [200, 429] == [(await far.get("/v1")).status_code for _ in range(2)]
        assert 200 == (await other.get("/v1")).status_code
        assert {200} == {(await here.get("/v1")).status_code for _ in range(20)}


async def test_a_token_has_a_limit_of_its_own_wherever_it_comes_from(store_url: str) -> None:
    async with served(store_url, token_rate=1, token_burst=2) as (service, _):
        table = await service.table()
        roy, stella = bearing(table.seats["roy"]), bearing(table.seats["stella"])
        async with client_at(service, FAR) as far, client_at(service, OTHER) as other:
            view = f"{table.path}/view"
            used = [
                await far.get(view, headers=roy),
                await other.get(view, headers=roy),
                await far.get(view, headers=roy),
            ]
            assert [200, 200, 429] == [answer.status_code for answer in used]
            assert 200 == (await far.get(view, headers=stella)).status_code
            assert 200 == (await far.get(view)).status_code


async def test_a_command_that_was_refused_for_its_rate_was_not_played(store_url: str) -> None:
    async with served(store_url, token_rate=1, token_burst=1) as (service, ticking), client_at(service, FAR) as far:
        table = await service.table()
        headers = bearing(table.seats["roy"])
        assert 200 == (await far.get(f"{table.path}/view", headers=headers)).status_code
        resign = {"command": {"type": "match.Resign"}}
        assert 429 == (await far.post(f"{table.path}/commands", json=resign, headers=headers)).status_code
        assert "running" == (await table.get("")).json()["status"]
        ticking.now += 1
        assert 200 == (await far.post(f"{table.path}/commands", json=resign, headers=headers)).status_code


def test_addresses_of_one_network_share_their_limits() -> None:
    def place(host: str) -> str | None:
        return address_of({"client": (host, 1)})  # type: ignore[typeddict-item, arg-type]  # all that is looked at

    assert place("2001:db8::1") == place("2001:db8::ffff:1") != place("2001:db8:0:1::1")
    assert [FAR, None, None, None] == [place(host) for host in (FAR, "127.0.0.1", "::1", "/run/socket")]
    assert [FAR, None] == [place("::ffff:" + FAR), place("::ffff:127.0.0.1")], "as a socket for both kinds writes them"
    assert None is address_of({"client": None})  # type: ignore[typeddict-item, arg-type]  # a unix socket


def test_what_is_kept_for_addresses_is_bounded() -> None:
    buckets = Buckets(1, 1, Ticking())
    for n in range(KEPT + 100):
        buckets.take(str(n))
    assert KEPT == len(buckets._kept)


# --- streams -------------------------------------------------------------------------------------


async def reading(client: httpx.AsyncClient, path: str, token: str | None = None) -> httpx.Response:
    """The answer to a stream, read until it ends."""
    return await client.get(path, headers=bearing(token))


async def its_turn(table: Table) -> set[str]:
    """The seats that the match waits for."""
    return {one["seat"] for one in (await table.get("/decisions")).json()["decisions"] if one["must"]}


async def until_open(service: Running, count: int) -> None:
    async with asyncio.timeout(10):
        while len(service.app.service.limits._outlets) != count:  # noqa: ASYNC110  # nothing tells when one has come
            await asyncio.sleep(0)


async def test_live_streams_of_a_token_are_limited_until_one_ends(store_url: str) -> None:
    async with served(store_url, token_streams=2) as (service, _), client_at(service, FAR) as far:
        table = await service.table()
        path = f"{table.path}/stream"
        held = [asyncio.create_task(reading(far, path, table.seats["roy"])) for _ in range(2)]
        await until_open(service, 2)
        refused = await reading(far, path, table.seats["roy"])
        assert "streams" == is_problem(refused, "too-many-requests")["code"]
        assert "5" == refused.headers["retry-after"]
        other = asyncio.create_task(reading(far, path, table.seats["stella"]))
        await until_open(service, 3)
        await table.command(table.seats["roy"], {"type": "match.Resign"})
        assert [200] * 3 == [(await each).status_code for each in (*held, other)]
        assert not service.app.service.limits._streams
        assert 200 == (await reading(far, path, table.seats["roy"])).status_code


async def test_live_streams_of_an_address_are_limited(store_url: str) -> None:
    async with served(store_url, address_streams=1) as (service, _):
        table = await service.table()
        async with client_at(service, FAR) as far, client_at(service, OTHER) as other:
            held = asyncio.create_task(reading(far, f"{table.path}/stream"))
            await until_open(service, 1)
            is_problem(await reading(far, f"{table.path}/stream"), "too-many-requests")
            elsewhere = asyncio.create_task(reading(other, f"{table.path}/stream"))
            await until_open(service, 2)
            await table.command(table.seats["roy"], {"type": "match.Resign"})
            await asyncio.gather(held, elsewhere)


async def test_a_request_that_waits_counts_as_a_live_stream(store_url: str) -> None:
    async with served(store_url, address_streams=2) as (service, _), client_at(service, FAR) as far:
        table = await service.table()
        limits, wait = service.app.service.limits, {"Prefer": "wait=30"}
        at = (await table.get("/view")).json()["at"]
        busy = await its_turn(table)
        idle = next(token for seat, token in table.seats.items() if seat not in busy)
        events = f"{table.path}/events?after={at}"
        asked = {"tokens": [idle]}
        held = [
            asyncio.create_task(far.get(events, headers=wait)),
            asyncio.create_task(far.post("/v1/decisions/open", json=asked, headers=wait)),
        ]
        async with asyncio.timeout(10):
            while 2 != limits._streams[FAR,]:  # noqa: ASYNC110  # nothing tells when both wait
                await asyncio.sleep(0)
        for refused in (
            await far.get(events, headers=wait),
            await far.post("/v1/decisions/open", json=asked, headers=wait),
            await far.get(f"{table.path}/stream"),
        ):
            assert "streams" == is_problem(refused, "too-many-requests")["code"]
        assert 200 == (await far.post("/v1/decisions/open", json=asked)).status_code
        service.app.service.live.stopping.set()
        service.app.service.live._wake_all()
        assert [200, 200] == [(await each).status_code for each in held]
        assert not limits._streams


async def test_one_spectator_of_a_private_match_uses_nothing_up_for_the_others(store_url: str) -> None:
    limits = {"token_rate": 1, "token_burst": 1, "token_streams": 1}
    async with served(store_url, **limits) as (service, _), client_at(service, FAR) as far:
        table = await service.table(visibility="private")
        assert [200] * 3 == [
            (await far.get(f"{table.path}/view", headers=bearing(table.spectator))).status_code for _ in range(3)
        ]
        held = [asyncio.create_task(reading(far, f"{table.path}/stream", table.spectator)) for _ in range(3)]
        await until_open(service, 3)
        await table.command(table.seats["roy"], {"type": "match.Resign"})
        assert [200] * 3 == [(await each).status_code for each in held]


class Stuck:
    """A client that takes the first messages of its stream and then nothing more, until its connection is cut."""

    def __init__(self, service: Running, table: Table) -> None:
        self.got, self.is_cut, self._gone = b"", False, asyncio.Event()
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
            "path": f"{table.path}/stream", "raw_path": b"", "query_string": b"after=p-0", "root_path": "",
            "headers": [], "server": ("test", 80), "client": (FAR, 1),
            "extensions": {CONNECTION: {"abort": self.cut}},
        }  # fmt: skip
        self.task = asyncio.create_task(service.app(scope, self.receive, self.send))  # type: ignore[arg-type]  # by hand

    def cut(self) -> None:
        self.is_cut = True
        self._gone.set()

    async def receive(self) -> Any:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if b"id: " in self.got and not self.is_cut:
            await self._gone.wait()
        self.got += b"" if self.is_cut else message.get("body", b"")


async def test_who_takes_nothing_is_cut_at_no_cost_to_others_and_goes_on_from_its_last_id(store_url: str) -> None:
    async with served(store_url, stall_s=20) as (service, ticking):
        table = await service.table()
        stuck = Stuck(service, table)
        await until_open(service, 1)
        whole = asyncio.create_task(reading(service.client, f"{table.path}/stream?after=p-0"))
        await until_open(service, 2)
        await table.command(table.seats["roy"], {"type": "match.Resign"})
        told = (await whole).text
        ticking.now += 19.9
        assert 0 == service.app.service.limits.cut_stalled()
        ticking.now += 0.1
        assert 1 == service.app.service.limits.cut_stalled()
        await stuck.task
        assert stuck.is_cut

        last = stuck.got.decode().rpartition("id: ")[2].partition("\n")[0]
        rest = await service.get(f"{table.path}/stream", headers={"Last-Event-ID": last})
        first = told.partition("\n\n")[0] + "\n\n"
        assert told == stuck.got.decode() + rest.text.removeprefix(first)


# --- room for matches ------------------------------------------------------------------------------


async def test_matches_that_wait_for_their_start_are_limited_by_address(store_url: str) -> None:
    body = {"game": "ultimatum", "seats": [{"by": "person"}] * 2}
    async with served(store_url, open_matches=2) as (service, _), client_at(service, FAR) as far:
        key = {"Idempotency-Key": secrets.token_hex(16)}
        made = [await far.post("/v1/matches", json=body, headers=headers) for headers in (key, {})]
        assert [201, 201] == [answer.status_code for answer in made]
        refused = await far.post("/v1/matches", json=body)
        assert "open_matches" == is_problem(refused, "too-many-requests")["code"]
        assert made[0].content == (await far.post("/v1/matches", json=body, headers=key)).content
        assert 201 == (await service.create()).status_code

        service.clock.now += 86_400_000
        await service.app.upkeep.round()
        assert 201 == (await far.post("/v1/matches", json=body)).status_code, "the others have expired"


async def test_who_was_refused_a_moment_ago_costs_no_look_at_each_of_its_matches(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    body, looked = {"game": "ultimatum", "seats": [{"by": "person"}] * 2}, []
    is_waiting = Capacity._is_waiting

    async def look(self: Capacity, match: str) -> bool:
        looked.append(match)
        return await is_waiting(self, match)

    monkeypatch.setattr(Capacity, "_is_waiting", look)
    async with served(store_url, open_matches=2) as (service, _), client_at(service, FAR) as far:
        assert [201, 201, 429, 429] == [(await far.post("/v1/matches", json=body)).status_code for _ in range(4)]
        assert 2 == len(looked)
        service.clock.now += 5_000
        assert 429 == (await far.post("/v1/matches", json=body)).status_code
        assert 4 == len(looked)


@pytest.fixture
async def full(store_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Running, Table]]:
    """A running match, and then a store that is nearly full."""
    async with served(store_url, memory_full=0.8) as (service, _):
        table = await service.table()
        monkeypatch.setattr("service.store.redis._used", lambda _: 0.81)
        service.clock.now += 10_000
        yield service, table


async def test_a_nearly_full_store_takes_no_new_match_and_every_command(full: tuple[Running, Table]) -> None:
    service, table = full
    refused = await service.create()
    is_problem(refused, "full")
    assert "60" == refused.headers["retry-after"]
    assert await table.play_one()
    assert 200 == (await table.get("/view")).status_code


async def test_a_creation_that_was_carried_out_is_answered_again_by_a_full_store(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(store_url, memory_full=0.8) as (service, _):
        key = secrets.token_hex(16)
        first = await service.create(key)
        monkeypatch.setattr("service.store.redis._used", lambda _: 0.81)
        service.clock.now += 10_000
        assert [first.content, 503] == [(await service.create(key)).content, (await service.create()).status_code]


async def test_new_matches_come_again_when_there_is_room(
    full: tuple[Running, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    service, _ = full
    assert 503 == (await service.create()).status_code
    monkeypatch.setattr("service.store.redis._used", lambda _: 0.79)
    service.clock.now += 10_000
    assert 201 == (await service.create()).status_code


async def test_nothing_turns_a_limit_off(store_url: str) -> None:
    off = {"memory_full": 0, "disk_free_mb": 0, "open_matches": 0, "address_rate": 0, "token_rate": 0, "stall_s": 0}
    async with served(store_url, **off) as (service, ticking), client_at(service, FAR) as far:
        body = {"game": "ultimatum", "seats": [{"by": "person"}] * 2}
        assert 201 == (await far.post("/v1/matches", json=body)).status_code
        table = await service.table()
        stuck = Stuck(service, table)
        await until_open(service, 1)
        ticking.now += 3_600
        assert 0 == service.app.service.limits.cut_stalled()
        stuck.cut()
        await stuck.task


async def test_a_full_disk_is_a_full_store(store_url: str) -> None:
    async with served(store_url, disk_free_mb=10**9) as (service, _):
        is_problem(await service.create(), "full")


async def test_what_memory_a_store_uses_is_a_share_of_what_it_may(service: Running) -> None:
    share = await service.app.service.matches.store.fullness()
    assert 0 < share < 1

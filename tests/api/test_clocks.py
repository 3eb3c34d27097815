"""Clocks over HTTP and in the worker: what is shown, who is too late, and that each time ends once."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Any

import pytest

from domain.kernel.decision import Answer
from domain.kernel.match.bots import Question
from domain.kernel.match.events import ClockRan
from service.room import Room
from service.sweep import sweep
from tests.api.conftest import JSON, Running, Table, running
from tests.games.parley import GAME

MINUTE = 60_000
TIMED = {"decision_s": 60}


@pytest.fixture
async def parley(store_url: str) -> AsyncIterator[Running]:
    async with running(store_url, secrets.token_hex(4), games={"parley": GAME}) as one:
        yield one


async def seated(service: Running, *others: JSON, **more: Any) -> Table:
    """Ann and another person, or whoever is named."""
    seats = [{"by": "person"}, *(others or ({"by": "person"},))]
    made = (await service.post("/v1/matches", {"game": "parley", "seats": seats} | more)).json()
    table = Table(service, made["id"], made["host_token"], None)
    for seat in (await table.get("")).json()["seats"]:
        if seat["kind"] == "open":
            table.seats[seat["seat"]] = await service.claim(table, seat["seat"])
    await table.start()
    return table


async def deadlines(table: Table, token: str | None = None) -> dict[str, int | None]:
    """Until when each seat that must decide may do so."""
    shown = (await table.get("/decisions", token)).json()["decisions"]
    return {decision["seat"]: decision["deadline_at"] for decision in shown if decision["must"]}


async def told(table: Table) -> list[str]:
    """What spectators were told."""
    return [item["event"]["type"] for item in (await table.get("/events?limit=500")).json()["events"]]


def next_end(service: Running) -> asyncio.Event:
    """Set when the next time is ended here."""
    ended = asyncio.Event()

    def look(room: Room) -> None:
        if any(isinstance(event, ClockRan) for event in room.recent[-1].events):
            ended.set()

    service.app.service.matches.after_commit.append(look)
    return ended


# --- what is shown -------------------------------------------------------------------------------


async def test_a_clock_is_asked_for_at_creation_and_shown_to_everyone(parley: Running) -> None:
    clock = {"decision_s": 60, "budget_s": 300, "increment_s": 5, "at_end": "loss"}
    made = (await parley.post("/v1/matches", {"game": "parley", "seats": [{"by": "person"}], "clock": clock})).json()
    match = (await parley.get(f"/v1/matches/{made['id']}")).json()
    lobby = (await parley.get(f"/v1/matches/{made['id']}/view")).json()["view"]
    assert [clock, clock] == [match["clock"], lobby["clock"]]


async def test_a_match_without_a_clock_says_so(service: Running) -> None:
    table = await service.table()
    assert (await table.get("")).json()["clock"] is None
    body = (await table.get("/decisions")).json()
    assert ([], {None}) == (body["clocks"], {decision["deadline_at"] for decision in body["decisions"]})


@pytest.mark.parametrize(
    "clock",
    [
        {"decision_s": 0},
        {"decision_s": 30 * 86_400 + 1},
        {"budget_s": 0},
        {"budget_s": 366 * 86_400 + 1},
        {"increment_s": -1},
        {"decision_s": 1.5},
        {"decision_s": "60"},
        {"at_end": "draw"},
        {"seconds": 60},
        60,
    ],
)
async def test_a_clock_that_cannot_be_is_refused(parley: Running, clock: object) -> None:
    answer = await parley.post("/v1/matches", {"game": "parley", "seats": [{"by": "person"}], "clock": clock})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"].startswith("/clock")


async def test_deadlines_and_budgets_are_the_same_for_everyone(parley: Running) -> None:
    table = await seated(parley, clock={"budget_s": 100, "increment_s": 5})
    now = parley.clock.now
    parley.clock.now += 30_000
    for token in (None, *table.seats.values()):
        assert {"ann": now + 100_000} == await deadlines(table, token)
    await table.command(table.seats["ann"], {"type": "parley.Done"})
    clocks = (await table.get("/decisions")).json()["clocks"]
    ann = {"seat": "ann", "left_ms": 75_000, "since": None}
    assert [ann, {"seat": "bob", "left_ms": 100_000, "since": now + 30_000}] == clocks


# --- when it is over -----------------------------------------------------------------------------


async def test_who_is_too_late_is_refused_and_then_the_usual_is_played_once(parley: Running) -> None:
    """K-CLOCK-03, K-CLOCK-04."""
    table = await seated(parley, clock=TIMED)
    parley.clock.now += MINUTE - 1
    await parley.app.workers.work()
    assert "match.ClockRan" not in await told(table)
    parley.clock.now += 1
    late = await table.command(table.seats["ann"], {"type": "parley.Done"})
    assert (409, "time_over", "K-CLOCK-03") == (late.status_code, late.json()["code"], late.json()["rule"])

    for _ in range(2):
        await parley.app.workers.work()

    assert ["match.ClockRan", "parley.TurnDone"] == (await told(table))[-2:]
    gone = await table.command(table.seats["ann"], {"type": "parley.Done"})
    assert "not_listed" == gone.json()["code"]


async def test_nobody_but_the_worker_ends_a_time(parley: Running) -> None:
    """K-CLOCK-04."""
    table = await seated(parley, clock=TIMED)
    parley.clock.now += MINUTE
    over = {"type": "match.RunOut", "seat": "ann", "kind": "turn", "serial": 2}
    for token in (table.host, *table.seats.values()):
        assert 400 == (await table.command(token, over)).status_code


async def test_a_match_is_lost_on_time(parley: Running) -> None:
    """K-CLOCK-05."""
    table = await seated(parley, clock=TIMED | {"at_end": "loss"})
    parley.clock.now += MINUTE
    await parley.app.workers.work()
    outcome = (await table.get("")).json()["outcome"]
    assert ("out_of_time", ["bob"]) == (outcome["reason"], outcome["winners"])


async def test_what_the_game_limits_ends_without_a_clock_of_the_match(parley: Running) -> None:
    table = await seated(parley, options={"bid_s": 60})
    for token in table.seats.values():
        await table.command(token, {"type": "parley.Done"})
    parley.clock.now += MINUTE
    await parley.app.workers.work()
    assert 2 == (await told(table)).count("match.ClockRan")
    assert "over" == (await table.get("")).json()["status"]


async def test_a_deadline_that_is_put_off_by_an_answer_does_nothing_when_its_first_time_comes(parley: Running) -> None:
    """What the store names is a hint: it may be older than the match."""
    table = await seated(parley, clock=TIMED)
    parley.clock.now += 50_000
    await table.command(table.seats["ann"], {"type": "parley.Done"})
    parley.clock.now += 10_000
    await parley.app.workers.work()
    assert "match.ClockRan" not in await told(table)
    parley.clock.now += 50_000
    await parley.app.workers.work()
    assert 1 == (await told(table)).count("match.ClockRan")


# --- workers and restarts ------------------------------------------------------------------------


async def test_of_two_workers_one_ends_a_time(store_url: str) -> None:
    games, prefix = {"parley": GAME}, secrets.token_hex(4)
    async with running(store_url, prefix, games=games) as one, running(store_url, prefix, games=games) as two:
        tables = [await seated(one, clock=TIMED) for _ in range(5)]
        for table in tables:
            await two.get(table.path)
        one.clock.now += MINUTE
        two.clock.now += MINUTE
        for worker in (one, two):  # as if both had the leases
            worker.app.workers.holder = "the same"
        await asyncio.gather(one.app.workers.work(), two.app.workers.work())
        assert [1] * 5 == [(await told(table)).count("match.ClockRan") for table in tables]


async def test_an_answer_and_the_clock_race_and_one_of_them_counts(store_url: str) -> None:
    """The worker's time is a little ahead: the store takes whichever commit comes first."""
    games, prefix = {"parley": GAME}, secrets.token_hex(4)
    async with running(store_url, prefix, games=games) as one, running(store_url, prefix, games=games) as two:
        table = await seated(one, clock=TIMED)
        one.clock.now += MINUTE - 1
        two.clock.now += MINUTE
        answered, _ = await asyncio.gather(
            table.command(table.seats["ann"], {"type": "parley.Done"}), two.app.workers.work()
        )
        ran = (await told(table)).count("match.ClockRan")
        assert ran == (answered.status_code != 200)
        assert 1 == (await told(table)).count("parley.TurnDone")


@pytest.mark.parametrize("hint", [True, False], ids=["named by the store", "found by the sweep"])
async def test_a_service_that_was_down_past_a_deadline_ends_the_time_when_it_is_up(store_url: str, hint: bool) -> None:
    games, prefix = {"parley": GAME}, secrets.token_hex(4)
    async with running(store_url, prefix, games=games) as before:
        table = await seated(before, clock=TIMED)
        end = before.clock.now + MINUTE
        await before.app.workers.work()
        store = before.app.service.matches.store
        if not hint:
            await store.due.settle(table.id, end, None)
        assert (end if hint else None) == await store.due.next_ms()
    async with running(store_url, prefix, games=games) as after:
        after.clock.now += 10 * MINUTE
        if not hint:
            await sweep(after.app.service.matches, after.app.listing, after.app.workers)
        await after.app.workers.work()
        again = Table(after, table.id, table.host, None, table.seats)
        assert ["match.ClockRan", "parley.TurnDone"] == (await told(again))[-2:]
        assert {"bob": after.clock.now + MINUTE} == await deadlines(again)


async def test_the_loop_ends_times_by_itself(parley: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.workers.POLL_S", 0.005)
    await seated(parley, clock=TIMED)
    ended = next_end(parley)
    parley.clock.now += MINUTE
    await asyncio.wait_for(ended.wait(), 10)


async def test_more_clocks_than_one_look_names_are_all_ended(parley: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look into the store names some of the matches at a time."""
    monkeypatch.setattr("service.workers.SOME", 7)
    tables = [await seated(parley, clock=TIMED) for _ in range(30)]
    parley.clock.now += MINUTE
    await parley.app.workers.work()
    assert [1] * 30 == [(await told(table)).count("match.ClockRan") for table in tables]


# --- pauses --------------------------------------------------------------------------------------


async def test_a_pause_lasts_until_all_agree_to_go_on(parley: Running) -> None:
    """K-CLOCK-06."""
    table = await seated(parley, clock=TIMED)
    parley.clock.now += 20_000
    for token in table.seats.values():
        await table.command(token, {"type": "match.Consent", "what": "pause", "agree": True})
    parley.clock.now += 9 * MINUTE
    await parley.app.workers.work()
    refused = await table.command(table.seats["ann"], {"type": "parley.Done"})
    assert (409, "paused", {}) == (refused.status_code, refused.json()["code"], await deadlines(table))
    for token in table.seats.values():
        await table.command(token, {"type": "match.Consent", "what": "resume", "agree": True})
    assert {"ann": parley.clock.now + 40_000} == await deadlines(table)
    assert ["match.Paused", "match.Resumed"] == [
        kind for kind in await told(table) if kind in {"match.Paused", "match.Resumed"}
    ]


# --- computers -----------------------------------------------------------------------------------


class Slow:
    """Computers that think until they are told to stop; three of them are busy."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.busy, self.enough = asyncio.Event(), asyncio.Event()

    async def answer(self, asked: Question) -> Answer | None:
        self.asked.append(asked)
        if len(self.asked) == 3:
            self.busy.set()
        await self.enough.wait()
        return None

    def stop(self) -> None:
        self.enough.set()


async def test_a_computer_that_thinks_long_holds_up_nobody_else(
    parley: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.workers.POLL_S", 0.005)
    slow = Slow()
    parley.app.workers.thinking = slow
    computers = [await seated(parley, {"by": "computer", "policy": "random"}) for _ in range(3)]
    for table in computers:
        await table.command(table.seats["ann"], {"type": "parley.Done"})
    await seated(parley, clock=TIMED)
    await asyncio.wait_for(slow.busy.wait(), 10)
    ended = next_end(parley)
    parley.clock.now += MINUTE
    await asyncio.wait_for(ended.wait(), 10)
    assert not slow.enough.is_set()


async def test_a_trouble_in_one_match_is_noted_and_the_others_go_on(
    parley: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [await seated(parley, clock=TIMED) for _ in range(3)]
    bad, open_ = tables[0].id, parley.app.service.matches.open

    async def troubled(match: str) -> Any:
        if match == bad:
            raise RuntimeError("a fault of the code")
        return await open_(match)

    monkeypatch.setattr(parley.app.service.matches, "open", troubled)
    parley.clock.now += MINUTE
    await parley.app.workers.work()
    monkeypatch.undo()
    assert [0, 1, 1] == [(await told(table)).count("match.ClockRan") for table in tables]
    parley.clock.now += MINUTE
    await parley.app.workers.work()
    assert "match.ClockRan" in await told(tables[0])


async def test_a_seat_goes_to_a_computer_in_mid_match_and_back_to_a_person(parley: Running) -> None:
    """K-SEAT-02, K-SEAT-03."""
    person = {"by": "person"}
    table = await seated(parley, person, person, clock=TIMED)
    await table.command(table.host, {"type": "match.Revoke", "seat": "ann", "then": "newcomer"})
    before = await told(table)
    await parley.app.workers.work()
    assert "parley." in (await told(table))[len(before)]
    token = await parley.claim(table, "ann")
    for seat in ("bob", "cat"):
        await table.command(table.seats[seat], {"type": "match.Welcome", "seat": "ann", "agree": True})
    assert ["person"] * 3 == [seat["kind"] for seat in (await table.get("")).json()["seats"]]
    assert 200 == (await table.get("/view", token)).status_code


async def test_a_computer_is_woken_by_another_process_s_commits_through_the_store(store_url: str) -> None:
    games, prefix = {"parley": GAME}, secrets.token_hex(4)
    async with running(store_url, prefix, games=games) as one, running(store_url, prefix, games=games) as two:
        await one.app.workers.stop()
        one.app.service.matches.after_commit.remove(one.app.workers.committed)
        table = await seated(one, {"by": "computer", "policy": "random"})
        await table.command(table.seats["ann"], {"type": "parley.Done"})
        before = await told(table)
        await sweep(two.app.service.matches, two.app.listing, two.app.workers)
        await two.app.workers.work()
        assert "parley." in (await told(table))[len(before)]

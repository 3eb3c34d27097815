"""Keeping a seat and losing it, over HTTP: tokens made anew, recovery, a seat taken away, a newcomer."""

import asyncio
import secrets
from collections.abc import AsyncIterator

import pytest

from tests.api.conftest import JSON, Running, Table, running
from tests.api.test_looking import Listener, until_someone_listens
from tests.games.parley import GAME

BYE = 'event: bye\ndata: {"reason":"token"}\n\n'
WATCHING = ("", "/view", "/decisions", "/events", "/stream")


@pytest.fixture
async def service(store_url: str) -> AsyncIterator[Running]:
    async with running(store_url, secrets.token_hex(4), games={"parley": GAME}) as one:
        yield one


async def parley(service: Running, people: int = 4, **more: object) -> Table:
    made = (await service.post("/v1/matches", {"game": "parley", "seats": [{"by": "person"}] * people} | more)).json()
    table = Table(service, made["id"], made["host_token"], made["spectator_token"])
    for seat in GAME.meta.seats[:people]:
        table.seats[seat] = await service.claim(table, seat)
    await table.start()
    return table


async def renewed(table: Table, seat: str) -> str:
    """A new token, and no recovery code with it: a thief could have asked."""
    answer = await table.service.post(f"{table.path}/seats/{seat}/token", None, table.seats[seat])
    assert answer.status_code == 200, answer.text
    assert {"match", "seat", "token"} == answer.json().keys()
    return str(answer.json()["token"])


async def claimed(table: Table, seat: str, key: str, status: int = 201) -> JSON:
    answer = await table.service.post(f"{table.path}/seats/{seat}/claim", {"claim_key": key})
    assert answer.status_code == status, answer.text
    body: JSON = answer.json()
    return body


async def recovered(table: Table, seat: str, code: str, key: str, status: int = 200) -> JSON:
    body = {"recovery": code, "claim_key": key}
    answer = await table.service.post(f"{table.path}/seats/{seat}/recovery", body)
    assert answer.status_code == status, answer.text
    said: JSON = answer.json()
    return said


async def is_dead(table: Table, token: str) -> bool:
    """Whether a token opens nothing any more."""
    looks = {(await table.get(what, token)).status_code for what in WATCHING}
    acts = {
        (await table.command(token, {"type": "match.Resign"})).status_code,
        (await table.service.post(f"{table.path}/ticket", None, token)).status_code,
        (await table.service.post(f"{table.path}/seats/ann/token", None, token)).status_code,
    }
    return looks | acts == {401}


async def test_a_token_made_anew_ends_the_one_before(service: Running) -> None:
    """K-SEAT-01."""
    table = await parley(service)
    old, new = table.seats["ann"], await renewed(table, "ann")
    assert await is_dead(table, old)
    assert (await table.get("/view", new)).json()["viewer"] == "ann"
    last = (await table.get("/events?limit=500", new)).json()["events"][-1]
    assert {"type": "match.TokenRenewed", "seat": "ann"} == last["event"]


async def test_the_other_seats_and_spectators_are_not_told(service: Running) -> None:
    table = await parley(service)
    others = (table.seats["bob"], None)
    before = [(await table.get("/view", token)).headers["etag"] for token in others]
    await renewed(table, "ann")
    assert before == [(await table.get("/view", token)).headers["etag"] for token in others]


async def test_an_open_stream_ends_with_its_token_and_tells_nothing_more(service: Running) -> None:
    table = await parley(service)
    match = await service.app.service.matches.open(table.id)
    listener = Listener(service, table, match.seq("ann"), "ann", table.seats["ann"])
    hearing = asyncio.create_task(listener.next())
    await until_someone_listens(service, table)
    await renewed(table, "ann")
    assert (await hearing)["all"] == BYE


async def test_an_open_stream_ends_when_the_seat_is_taken_away(service: Running) -> None:
    table = await parley(service)
    match = await service.app.service.matches.open(table.id)
    listener = Listener(service, table, match.seq("bob"), "bob", table.seats["bob"])
    hearing = asyncio.create_task(listener.next())
    await until_someone_listens(service, table)
    await table.command(table.host, {"type": "match.Revoke", "seat": "bob", "then": "computer"})
    assert (await hearing)["all"] == BYE
    assert await is_dead(table, table.seats["bob"])


async def test_a_wait_that_outlives_its_token_is_answered_with_nothing(service: Running) -> None:
    table = await parley(service)
    at = (await table.get("/view", table.seats["ann"])).json()["at"]
    waiting = asyncio.create_task(table.get(f"/events?after={at}", table.seats["ann"], headers={"Prefer": "wait=30"}))
    await until_someone_listens(service, table)
    await renewed(table, "ann")
    assert (await waiting).status_code == 401


async def test_another_worker_knows_at_once(store_url: str) -> None:
    async with (
        running(store_url, "worker", games={"parley": GAME}) as one,
        running(store_url, "worker", games={"parley": GAME}) as two,
    ):
        table = await parley(one)
        old = table.seats["ann"]
        table.service = two
        assert (await table.get("/view", old)).status_code == 200
        table.service = one
        await renewed(table, "ann")
        table.service = two
        assert await is_dead(table, old)


async def test_a_stream_on_another_worker_ends_as_well(store_url: str) -> None:
    """Once a commit of the one is heard of by the other."""
    prefix, games = secrets.token_hex(4), {"parley": GAME}
    async with running(store_url, prefix, games=games) as one, running(store_url, prefix, games=games) as two:
        table = await parley(one)
        match = await two.app.service.matches.open(table.id)
        listener = Listener(two, table, match.seq("ann"), "ann", table.seats["ann"])
        hearing = asyncio.create_task(listener.next())
        await until_someone_listens(two, table)
        await renewed(table, "ann")
        assert (await asyncio.wait_for(hearing, 30))["all"] == BYE


async def test_a_thief_with_the_token_alone_does_not_keep_the_seat(service: Running) -> None:
    """What makes a token anew is the claim key's and the recovery code's to undo, and they stay with the owner."""
    table = await parley(service)
    await table.command(table.host, {"type": "match.Revoke", "seat": "dan", "then": "newcomer"})
    mine = await seat_of(table, "dan")
    table.seats["dan"] = mine["token"]
    stolen = await renewed(table, "dan")
    back = await recovered(table, "dan", mine["recovery"], "n" * 32)
    assert (await table.get("/view", back["token"])).json()["viewer"] == "dan"
    assert await is_dead(table, stolen)


async def seat_of(table: Table, seat: str) -> JSON:
    """A newcomer's seat, with the consent of all others."""
    mine = await claimed(table, seat, "m" * 32)
    for other, token in table.seats.items():
        if other != seat:
            await table.command(token, {"type": "match.Welcome", "seat": seat, "agree": True})
    again = await claimed(table, seat, "m" * 32)
    assert (True, False) == (mine["waits"], again["waits"])
    assert (mine["token"], mine["recovery"]) == (again["token"], again["recovery"])
    return again


async def test_the_recovery_code_changes_when_it_is_used(service: Running) -> None:
    made = (await service.post("/v1/matches", {"game": "parley", "seats": [{"by": "person"}]})).json()
    table = Table(service, made["id"], made["host_token"], None)
    first = await claimed(table, "ann", "f" * 32)
    assert first == await claimed(table, "ann", "f" * 32)

    second = await recovered(table, "ann", first["recovery"], "s" * 32)

    assert second == await recovered(table, "ann", first["recovery"], "s" * 32)  # the answer may have been lost
    assert {first["token"], first["recovery"]}.isdisjoint({second["token"], second["recovery"]})
    await recovered(table, "ann", first["recovery"], "t" * 32, 401)
    assert "seat_taken" == (await claimed(table, "ann", "f" * 32, 409))["code"]
    assert await is_dead(table, first["token"])


async def test_a_code_is_good_for_its_own_seat_and_match_alone(service: Running) -> None:
    made = [
        (await service.post("/v1/matches", {"game": "parley", "seats": [{"by": "person"}] * 2})).json() for _ in "12"
    ]
    one, two = (Table(service, each["id"], each["host_token"], None) for each in made)
    code = (await claimed(one, "ann", "f" * 32))["recovery"]
    await claimed(one, "bob", "g" * 32)
    await claimed(two, "ann", "f" * 32)
    absent = Table(service, "a" * 20, "", None)
    bad = [await recovered(table, seat, code, "s" * 32, 401) for table, seat in
           ((one, "bob"), (two, "ann"), (one, "zoe"), (absent, "ann"))]  # fmt: skip
    assert all(answer == bad[0] for answer in bad)


async def test_after_the_end_the_code_gives_the_token_that_there_is(service: Running) -> None:
    """With it a seat replays its own in a match that opens nothing else."""
    new = {"game": "parley", "seats": [{"by": "person"}] * 2, "reveal": "own"}
    made = (await service.post("/v1/matches", new)).json()
    table = Table(service, made["id"], made["host_token"], None)
    mine = await claimed(table, "ann", "f" * 32)
    table.seats["bob"] = await service.claim(table, "bob")
    await table.start()
    await table.command(table.seats["bob"], {"type": "match.Resign"})
    back = await recovered(table, "ann", mine["recovery"], "s" * 32)
    assert (mine["token"], mine["recovery"]) == (back["token"], back["recovery"])
    assert (await table.get("/view", back["token"])).json()["viewer"] == "ann"
    await recovered(table, "ann", mine["recovery"][:-1] + "x", "s" * 32, 401)


async def test_only_ones_own_token_is_made_anew_and_not_after_the_end(service: Running) -> None:
    table = await parley(service, 2)
    answer = await service.post(f"{table.path}/seats/bob/token", None, table.seats["ann"])
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_seat")
    await table.command(table.seats["bob"], {"type": "match.Resign"})
    answer = await service.post(f"{table.path}/seats/ann/token", None, table.seats["ann"])
    assert (answer.status_code, answer.json()["code"]) == (409, "match_over")


async def test_everyone_is_told_that_a_seat_was_taken_away_and_who_came(service: Running) -> None:
    """K-SEAT-02, K-SEAT-03."""
    table = await parley(service)
    await table.command(table.host, {"type": "match.Revoke", "seat": "bob", "then": "newcomer"})
    mine = await seat_of(table, "bob")
    kinds = [item["event"]["type"] for item in (await table.get("/events?limit=500")).json()["events"]][-6:]
    answered = ["match.NewcomerAnswered"] * 3
    assert ["match.SeatReplaced", "match.NewcomerAsked", *answered, "match.SeatClaimed"] == kinds
    hand = (await table.get("/view", mine["token"])).json()["view"]["places"]["bob"]["hand"]
    assert len(hand) > 0


async def names(table: Table, token: str | None = None) -> list[str | None]:
    return [seat["name"] for seat in (await table.get("", token)).json()["seats"]]


async def test_a_newcomers_name_is_shown_once_it_sits_there_and_no_other_is_shown_for_it(service: Running) -> None:
    table = await parley(service)
    await service.app.service.matches.store.names.put(table.id, "bob", "Old Bob")
    await table.command(table.host, {"type": "match.Revoke", "seat": "bob", "then": "newcomer"})
    path = f"{table.path}/seats/bob/claim"
    await service.post(path, {"claim_key": "t" * 32, "name": "Turned away"})
    await table.command(table.seats["ann"], {"type": "match.Welcome", "seat": "bob", "agree": False})
    await service.post(path, {"claim_key": "n" * 32, "name": "New Bob"})
    assert [None] * 4 == await names(table)
    for seat in ("ann", "cat", "dan"):
        await table.command(table.seats[seat], {"type": "match.Welcome", "seat": "bob", "agree": True})
    assert [None, "New Bob", None, None] == await names(table)


async def test_a_newcomer_without_a_name_gets_nobody_elses(service: Running) -> None:
    table = await parley(service)
    await service.app.service.matches.store.names.put(table.id, "bob", "Old Bob")
    await table.command(table.host, {"type": "match.Revoke", "seat": "bob", "then": "newcomer"})
    await service.post(f"{table.path}/seats/bob/claim", {"claim_key": "t" * 32, "name": "Turned away"})
    await table.command(table.seats["ann"], {"type": "match.Welcome", "seat": "bob", "agree": False})
    await seat_of(table, "bob")
    assert [None] * 4 == await names(table)


async def test_spectators_behind_the_players_read_the_names_of_then(service: Running) -> None:
    made = await parley(service, spectator_delay=60)
    await service.app.service.matches.store.names.put(made.id, "bob", "Old Bob")
    service.clock.now += 60_000
    await made.command(made.host, {"type": "match.Revoke", "seat": "bob", "then": "newcomer"})
    await service.post(f"{made.path}/seats/bob/claim", {"claim_key": "n" * 32, "name": "New Bob"})
    for seat in ("ann", "cat", "dan"):
        await made.command(made.seats[seat], {"type": "match.Welcome", "seat": "bob", "agree": True})
    assert ("Old Bob", "New Bob") == ((await names(made))[1], (await names(made, made.seats["ann"]))[1])
    service.clock.now += 60_000
    assert "New Bob" == (await names(made))[1]


async def test_a_resigned_seats_stream_ends_too(service: Running) -> None:
    """A computer plays on with those cards."""
    table = await parley(service)
    match = await service.app.service.matches.open(table.id)
    listener = Listener(service, table, match.seq("bob"), "bob", table.seats["bob"])
    hearing = asyncio.create_task(listener.next())
    await until_someone_listens(service, table)
    await table.command(table.seats["bob"], {"type": "match.Resign"})
    assert (await hearing)["all"] == BYE

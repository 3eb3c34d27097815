"""Hosting passed on, one more match for the same persons, and who is there."""

import asyncio
import secrets
from typing import Any

import httpx
import pytest

from api_schema.problems import URN
from service.settings import Settings
from service.tokens import Bearer
from tests.api.conftest import JSON, Running, Table, running

KEY = "h" * 32


async def pass_host(table: Table, token: str, body: JSON) -> httpx.Response:
    return await table.service.post(f"{table.path}/host", body, token)


async def take_host(table: Table, key: str) -> httpx.Response:
    return await table.service.post(f"{table.path}/host/token", {"claim_key": key})


async def lobby(service: Running, **more: Any) -> Table:
    """A match whose seats were claimed with known keys."""
    made = (await service.create(**more)).json()
    table = Table(service, made["id"], made["host_token"], made["spectator_token"])
    for seat in ("stella", "roy"):
        table.seats[seat] = await service.claim(table, seat, seat.ljust(32, "-"))
    return table


# --- hosting -------------------------------------------------------------------------------------------


async def test_the_hosting_passes_to_a_seat_whose_person_gets_it_with_the_claim_key(service: Running) -> None:
    """K-HOST-01."""
    table = await lobby(service)
    answer = await pass_host(table, table.host, {"to": "seat", "seat": "roy"})
    assert (200, {"match": table.id, "seat": "roy"}) == (answer.status_code, answer.json())
    told = (await table.get("/events?limit=500")).json()["events"][-1]
    assert ({"type": "match.HostPassed", "seat": "roy"}, "roy is the host from now on.") == (
        told["event"],
        told["text"],
    )
    assert 401 == (await table.command(table.host, {"type": "match.Start"})).status_code
    assert 401 == (await take_host(table, "stella".ljust(32, "-"))).status_code
    mine = (await take_host(table, "roy".ljust(32, "-"))).json()["host_token"]
    assert 200 == (await table.command(mine, {"type": "match.Start"})).status_code


async def test_the_hosting_passes_to_whoever_has_a_key_and_back_without_reviving_an_old_token(service: Running) -> None:
    table = await lobby(service, key="c" * 32)
    await pass_host(table, table.host, {"to": "key", "claim_key": KEY})
    second = (await take_host(table, KEY)).json()["host_token"]
    await pass_host(table, second, {"to": "key", "claim_key": "c" * 32})
    third = (await take_host(table, "c" * 32)).json()["host_token"]
    assert [401, 401, 200] == [
        (await table.command(token, {"type": "match.Start"})).status_code for token in (table.host, second, third)
    ]
    assert 401 == (await take_host(table, KEY)).status_code
    again = (await service.create(key="c" * 32)).json()
    assert table.host == again["host_token"]  # the creation is answered as before, and gives nothing


async def test_spectators_of_a_private_match_keep_their_token_when_its_host_changes(service: Running) -> None:
    table = await lobby(service, visibility="private")
    await pass_host(table, table.host, {"to": "key", "claim_key": KEY})
    assert [200, 404] == [(await table.get("", token)).status_code for token in (table.spectator, table.host)]


async def test_only_the_host_passes_the_hosting_and_only_to_a_person(service: Running) -> None:
    table = await service.table()
    assert 403 == (await pass_host(table, table.seats["roy"], {"to": "seat", "seat": "roy"})).status_code
    assert 409 == (await pass_host(table, table.host, {"to": "seat", "seat": "zed"})).status_code
    for body in ({}, {"to": "seat"}, {"to": "key", "claim_key": "short"}, {"to": "all"}, {"seat": "roy"}):
        assert 400 == (await pass_host(table, table.host, body)).status_code
    await table.command(table.seats["roy"], {"type": "match.Resign"})
    assert 409 == (await pass_host(table, table.host, {"to": "seat", "seat": "stella"})).status_code


async def test_a_bad_host_key_never_tells_whether_there_is_a_match(service: Running) -> None:
    public, private = await service.table(), await service.table(visibility="private")
    absent = Table(service, "a" * 20, "", None)
    answers = [await take_host(table, KEY) for table in (public, private, absent, Table(service, "*", "", None))]
    assert ([401] * 4, 1) == ([one.status_code for one in answers], len({one.content for one in answers}))


async def test_the_host_of_before_is_dead_on_other_workers_at_once(store_url: str) -> None:
    async with running(store_url, "host") as one, running(store_url, "host") as two:
        table = await one.table()
        await two.get(table.path)
        await pass_host(table, table.host, {"to": "key", "claim_key": KEY})
        table.service = two
        command = {"type": "match.Revoke", "seat": "roy", "then": "computer"}
        assert 401 == (await table.command(table.host, command)).status_code


# --- rematches -----------------------------------------------------------------------------------------


async def again(table: Table, seat: str, key: str = "", **more: Any) -> httpx.Response:
    body = {"claim_key": key or f"again-{seat}".ljust(32, "-")} | more
    return await table.service.post(f"{table.path}/rematch", body, table.seats[seat])


async def ended(service: Running, **more: Any) -> Table:
    table = await service.table(**more)
    await table.command(table.seats["roy"], {"type": "match.Resign"})
    return table


async def test_a_rematch_has_the_seats_swapped_and_is_hosted_by_who_asked_first(service: Running) -> None:
    table = await ended(service, options={"first_player": "stella"}, undo=True)
    first, second = (await again(table, "roy")).json(), (await again(table, "stella", name="Stella M.")).json()
    assert ("stella", "roy") == (first["seat"], second["seat"])
    assert (first["match"], None) == (second["match"], second["host_token"])
    next_one = Table(service, first["match"], first["host_token"], None)
    match, before = (await next_one.get("")).json(), (await table.get("")).json()
    assert [before[name] for name in ("game", "options", "undo", "reveal", "visibility", "pack")] == [
        match[name] for name in ("game", "options", "undo", "reveal", "visibility", "pack")
    ]
    assert (table.id, "Stella M.") == (match["rematch_of"], match["seats"][1]["name"])
    await next_one.start()
    assert 200 == (await next_one.get("/view", second["token"])).status_code


async def test_asking_for_a_rematch_again_gives_the_same_again(service: Running) -> None:
    table = await ended(service)
    first, once_more = [(await again(table, "roy")).json() for _ in range(2)]
    assert first == once_more
    assert (await again(table, "roy", "another".ljust(32, "-"))).json()["code"] == "seat_taken"
    assert {"match": first["match"]} == (await table.get("/rematch")).json()


async def test_two_who_ask_on_two_workers_at_once_get_one_match(store_url: str) -> None:
    async with running(store_url, "again") as one, running(store_url, "again") as two:
        table = await ended(one)
        other = Table(two, table.id, table.host, None, table.seats)
        answers = await asyncio.gather(again(table, "roy"), again(other, "stella"))
        made = [answer.json() for answer in answers]
        assert made[0]["match"] == made[1]["match"]
        assert 1 == sum(one["host_token"] is not None for one in made)


async def test_the_seats_of_a_rematch_are_kept_for_the_persons_of_the_match_before(service: Running) -> None:
    """K-REMATCH-02."""
    table = await ended(service)
    made = (await again(table, "roy")).json()
    claim = await service.post(f"/v1/matches/{made['match']}/seats/roy/claim", {"claim_key": KEY})
    assert (409, "reserved") == (claim.status_code, claim.json()["code"])
    await service.app.listing.settle()
    listed = (await service.get("/v1/matches?open=true")).json()["matches"]
    assert made["match"] not in {match["id"] for match in listed}


async def test_a_rematch_waits_for_the_end_and_is_for_seats(service: Running) -> None:
    """K-REMATCH-01."""
    table = await service.table()
    refused = await again(table, "roy")
    assert (409, "not_over") == (refused.status_code, refused.json()["code"])
    assert 404 == (await table.get("/rematch")).status_code
    host = await service.post(f"{table.path}/rematch", {"claim_key": KEY}, table.host)
    assert (403, "wrong_role") == (host.status_code, host.json()["code"])
    assert 401 == (await service.post(f"{table.path}/rematch", {"claim_key": KEY})).status_code


async def test_the_rematch_of_a_private_match_is_shown_to_its_seats_alone(service: Running) -> None:
    table = await ended(service, visibility="private")
    made = (await again(table, "roy")).json()
    assert "private" == (await service.get(f"/v1/matches/{made['match']}", made["token"])).json()["visibility"]
    found = [(await table.get("/rematch", token)).status_code for token in (*table.seats.values(), table.host, None)]
    assert [200, 200, 403, 404] == found
    assert 404 == (await service.get(f"/v1/matches/{made['match']}", table.seats["stella"])).status_code


async def test_who_asks_first_for_a_private_rematch_may_let_others_watch_it(service: Running) -> None:
    table = await ended(service, visibility="private")
    first, second = (await again(table, "roy")).json(), (await again(table, "stella")).json()
    assert 200 == (await service.get(f"/v1/matches/{first['match']}/view", first["spectator_token"])).status_code
    assert second["spectator_token"] is None
    public = await ended(service)
    assert (await again(public, "roy")).json()["spectator_token"] is None


async def test_a_match_that_expired_with_open_seats_has_no_rematch(service: Running) -> None:
    """K-REMATCH-01: its seats would be kept for nobody."""
    made = (await service.create()).json()
    table = Table(service, made["id"], made["host_token"], None)
    table.seats["roy"] = await service.claim(table, "roy")
    service.clock.now += 86_400_000
    await service.app.upkeep.round()
    refused = await again(table, "roy")
    assert (409, "seats_open") == (refused.status_code, refused.json()["code"])
    assert 404 == (await table.get("/rematch")).status_code


async def test_computers_go_one_seat_on_too(service: Running) -> None:
    seats = [{"by": "person"}, {"by": "computer", "policy": "random"}]
    table = await service.table(seats=seats)
    await table.command(table.seats["stella"], {"type": "match.Resign"})
    made = (await again(table, "stella")).json()
    match = (await service.get(f"/v1/matches/{made['match']}")).json()
    assert ("roy", ["bot", "person"]) == (made["seat"], [seat["kind"] for seat in match["seats"]])


@pytest.mark.parametrize("name", ["stella", "roy"])
async def test_an_old_token_opens_nothing_in_the_rematch_but_its_seat(service: Running, name: str) -> None:
    table = await ended(service)
    made = (await again(table, name)).json()
    next_one = Table(service, made["match"], "", None)
    answer = await next_one.get("/view", table.seats[name])
    assert (403, URN + "forbidden") == (answer.status_code, answer.json()["type"])
    assert secrets.compare_digest(made["match"], made["token"].partition(".")[0])


# --- presence ------------------------------------------------------------------------------------------


async def present(table: Table, token: str | None = None) -> dict[str, bool]:
    await table.service.app.service.presence.settle()
    answer = await table.get("/presence", token)
    return {each["seat"]: each["present"] for each in answer.json()["seats"]}


@pytest.mark.parametrize("stream", ["/stream", "/talk/stream"])
async def test_a_seat_is_there_while_it_follows_on_whichever_worker(store_url: str, stream: str) -> None:
    quick = Settings(beat_s=0.001, stream_max_s=0)
    prefix = secrets.token_hex(4)
    async with running(store_url, prefix, quick) as one, running(store_url, prefix) as two:
        table = await one.table()
        assert {"stella": False, "roy": False} == await present(table)
        for token in (None, table.host):
            await table.get(stream, token)
        assert {"stella": False, "roy": False} == await present(table)
        await table.get(stream, table.seats["roy"])
        await present(table)
        table.service = two
        assert {"stella": False, "roy": True} == await present(table)


async def test_the_store_is_told_again_while_a_stream_is_open_and_not_afterwards(service: Running) -> None:
    presence, told = service.app.service.presence, []

    async def seen(match: str, seat: str, for_ms: int) -> None:
        told.append((match, seat, for_ms))

    presence.matches.store.presence.seen = seen  # type: ignore[method-assign]  # to count what is told
    with presence.shown(Bearer("m", "seat", "roy", 1)):
        with presence.shown(Bearer("m", "seat", "roy", 1)):
            await presence.settle()
            assert [("m", "roy", 45_000)] == told
        for _ in range(3):
            service.clock.now += 20_000
            presence.renew()
            presence.renew()
            await presence.settle()
        assert 4 == len(told)
    service.clock.now += 20_000
    presence.renew()
    await presence.settle()
    assert 4 == len(told)


async def test_presence_is_told_to_those_who_may_watch(service: Running) -> None:
    table = await service.table(visibility="private")
    assert [404, 200, 200] == [
        (await table.get("/presence", token)).status_code for token in (None, table.spectator, table.host)
    ]

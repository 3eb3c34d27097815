"""Tickets: a browser's stream needs no header, and no secret that lasts stands in an address."""

import secrets
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from service.settings import Settings
from tests.api.conftest import Running, Table, running

QUICK = Settings(beat_s=0.001, stream_max_s=0)


@pytest.fixture
async def quick(store_url: str) -> AsyncIterator[Running]:
    """Streams of a match that runs end at once."""
    async with running(store_url, secrets.token_hex(4), QUICK) as one:
        yield one


async def ticket(table: Table, token: str | None) -> str:
    answer = await table.service.post(f"{table.path}/ticket", None, token)
    assert (answer.status_code, answer.headers["cache-control"]) == (201, "no-store")
    assert answer.json()["until"] == table.service.clock.now // 1000 * 1000 + 30_000
    return str(answer.json()["ticket"])


async def opened(table: Table, ticket: str, **more: Any) -> httpx.Response:
    return await table.get(f"/stream?after={more.pop('after', 'p-0')}&ticket={ticket}", **more)


async def test_a_ticket_opens_a_stream_as_whoever_asked_for_it(quick: Running) -> None:
    table = await quick.table(visibility="private")
    for token, code in ((table.seats["stella"], "s1"), (table.host, "p"), (table.spectator, "p")):
        answer = await opened(table, await ticket(table, token), after=f"{code}-0")
        assert (answer.status_code, f"id: {code}-1\n" in answer.text) == (200, True)


async def test_a_ticket_is_good_once_on_whichever_worker(store_url: str) -> None:
    async with running(store_url, "tickets", QUICK) as one, running(store_url, "tickets", QUICK) as two:
        table = await one.table()
        mine = await ticket(table, table.seats["roy"])
        table.service = two
        assert (await opened(table, mine)).status_code == 409  # a point of another viewer; used all the same
        table.service = one
        assert (await opened(table, mine, after="s2-0")).status_code == 401
        assert (await opened(table, await ticket(table, table.seats["roy"]), after="s2-0")).status_code == 200


async def test_a_ticket_ends_after_half_a_minute(quick: Running) -> None:
    table = await quick.table()
    mine = await ticket(table, table.seats["roy"])
    quick.clock.now += 30_000
    assert (await opened(table, mine, after="s2-0")).status_code == 401


async def test_a_ticket_ends_with_its_token(quick: Running) -> None:
    table = await quick.table()
    mine = await ticket(table, table.seats["roy"])
    await quick.post(f"{table.path}/seats/roy/token", None, table.seats["roy"])
    assert (await opened(table, mine, after="s2-0")).status_code == 401


async def test_a_ticket_opens_nothing_but_a_stream_and_is_no_token(quick: Running) -> None:
    table = await quick.table(visibility="private")
    mine = await ticket(table, table.seats["roy"])
    for what in ("", "/view", "/decisions", "/events"):
        assert (await table.get(f"{what}?ticket={mine}")).status_code == 404
        assert (await table.get(what, mine)).status_code == 404
    assert (await table.command(mine, {"type": "match.Resign"})).status_code == 401
    assert (await opened(table, mine, after="s2-0")).status_code == 200


async def test_a_forged_or_foreign_ticket_is_refused(quick: Running) -> None:
    table, other = await quick.table(), await quick.table()
    mine = await ticket(table, table.seats["roy"])
    parts = mine.split(".")
    forged = [
        mine.replace(".roy.", ".stella."),
        ".".join([*parts[:3], "999999999999", *parts[4:]]),
        ".".join([*parts[:4], "0" * 16, parts[5]]),
        mine[:-1] + ("0" if mine[-1] != "0" else "1"),
        mine.upper(), mine + "0", table.seats["roy"], "x", f"{table.id}.roy.1.1.1.1.1",
    ]  # fmt: skip
    assert {401} == {(await opened(table, each)).status_code for each in forged}
    assert (await opened(other, mine)).json()["code"] == "wrong_match"
    assert (await opened(table, mine, after="s2-0")).status_code == 200


async def test_without_a_token_there_is_no_ticket_and_a_private_match_is_not_there(quick: Running) -> None:
    public, private = await quick.table(), await quick.table(visibility="private")
    assert (await quick.post(f"{public.path}/ticket", None)).status_code == 401
    absent = await quick.post(f"/v1/matches/{'a' * 20}/ticket", None)
    hidden = await quick.post(f"{private.path}/ticket", None)
    assert (404, absent.content) == (hidden.status_code, hidden.content)
    assert absent.content == (await opened(private, await ticket(public, public.host))).content


async def test_a_header_comes_before_a_ticket(quick: Running) -> None:
    """A used or nonsensical ticket does no harm to whoever has a token."""
    table = await quick.table()
    answer = await table.get("/stream?after=s1-0&ticket=junk", table.seats["stella"])
    assert answer.status_code == 200


async def test_no_log_line_holds_a_ticket(quick: Running) -> None:
    table = await quick.table()
    with capture_logs() as lines:
        mine = await ticket(table, table.seats["roy"])
        await opened(table, mine, after="s2-0")
        await opened(table, mine, after="s2-0")
    assert len(lines) == 3
    assert all(part not in str(lines) for part in (mine, mine.split(".")[4], mine.split(".")[5]))

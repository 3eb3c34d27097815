"""Appending: one commit is one entry, checked and written by one step."""

import asyncio
import random
from typing import Any

import pytest
from redis import Redis

from domain.kernel.commit import Entry
from service.store.port import (
    MAX_BYTES,
    MAX_EVENTS,
    Appended,
    Behind,
    Closed,
    Conflict,
    Damaged,
    Duplicate,
    Forked,
)
from service.store.redis import RedisStore
from tests.store.commits import Chain
from tests.store.conftest import Write


async def test_a_commit_is_read_as_it_was_written(store: RedisStore, chain: Chain) -> None:
    odd = chain.next(events=(b"", b"\x00\xff\r\n", bytes(range(256))), closing="")
    assert await store.append("m1", 0, chain.hash, odd) == Appended(1)
    assert await store.read("m1") == [odd]


async def test_numbers_are_dense_and_are_the_ids_of_the_stream(
    store: RedisStore, chain: Chain, write: Write, operator: Redis, prefix: str
) -> None:
    await write(chain, 5)
    rows: Any = operator.execute_command("XRANGE", f"{prefix}g:{{m1}}:e", "-", "+")
    assert [f"{number}-0" for number in range(1, 6)] == [
        row if isinstance(row, str) else row.decode() for row, _ in rows
    ]


async def test_an_append_is_exactly_one_write(store: RedisStore, chain: Chain, operator: Redis) -> None:
    await store.append("m1", 0, chain.hash, chain.add(chain.next()))  # the script is known from here on
    operator.config_resetstat()
    await store.append("m1", 1, chain.hash, chain.next())
    stats: Any = operator.info("commandstats")
    writes = {"xadd", "set", "hset", "del", "unlink", "zadd", "xdel", "xtrim", "incr", "expire"}
    assert {"xadd": 1} == {name: stats[f"cmdstat_{name}"]["calls"] for name in writes if f"cmdstat_{name}" in stats}


async def test_the_same_command_as_the_last_is_a_duplicate(store: RedisStore, chain: Chain, write: Write) -> None:
    await write(chain, 2)
    again = Chain("m1", (await store.read("m1"))[0])
    assert await store.append("m1", 1, again.hash, again.next()) == Duplicate(2)
    assert len(await store.read("m1")) == 2


async def test_the_same_command_as_an_older_one_is_a_duplicate(store: RedisStore, chain: Chain, write: Write) -> None:
    entries = await write(chain, 4)
    assert await store.append("m1", 1, entries[0].h, entries[1]) == Duplicate(2)
    assert await store.read("m1") == entries


async def test_a_command_decided_on_an_old_state_is_a_conflict(store: RedisStore, chain: Chain, write: Write) -> None:
    entries = await write(chain, 3)
    late = Chain("m1", entries[0]).next("other")
    assert await store.append("m1", 1, entries[0].h, late) == Conflict(3)
    assert await store.read("m1") == entries


async def test_a_writer_ahead_of_the_stream_is_told_that_history_is_lost(
    store: RedisStore, chain: Chain, write: Write
) -> None:
    entries = await write(chain, 2)
    chain.add(chain.next())
    assert await store.append("m1", 3, chain.hash, chain.next()) == Behind(2)
    assert await store.append("nothing", 3, chain.hash, chain.next()) == Behind(0)
    assert await store.read("m1") == entries


async def test_a_writer_with_another_past_is_told_that_history_is_split(
    store: RedisStore, chain: Chain, write: Write
) -> None:
    entries = await write(chain, 2)
    assert await store.append("m1", 2, bytes(32), chain.next()) == Forked(2)
    assert await store.read("m1") == entries


async def test_nothing_follows_the_commit_that_closes_a_match(store: RedisStore, chain: Chain, write: Write) -> None:
    await write(chain, 1)
    last = chain.next(closing="won")
    assert await store.append("m1", 1, chain.hash, last) == Appended(2)
    chain.add(last)
    assert await store.append("m1", 2, chain.hash, chain.next()) == Closed("closed")
    assert await store.append("m1", 1, chain.hash, last) == Duplicate(2)
    assert (await store.head("m1")) == last


async def test_a_big_commit_is_stored_whole(store: RedisStore, chain: Chain) -> None:
    wide = chain.next(events=tuple(b"%d" % n for n in range(MAX_EVENTS)))
    assert await store.append("m1", 0, chain.hash, wide) == Appended(1)
    chain.add(wide)
    heavy = chain.next(events=(random.Random(1).randbytes(MAX_BYTES - 1_000),))
    assert await store.append("m1", 1, chain.hash, heavy) == Appended(2)
    assert await store.read("m1") == [wide, heavy]


async def test_a_commit_over_the_limits_or_out_of_order_is_a_mistake_of_the_caller(
    store: RedisStore, chain: Chain
) -> None:
    with pytest.raises(ValueError, match="events"):
        await store.append("m1", 0, chain.hash, chain.next(events=(b"",) * (MAX_EVENTS + 1)))
    with pytest.raises(ValueError, match="bytes"):
        await store.append("m1", 0, chain.hash, chain.next(events=(bytes(MAX_BYTES),)))
    with pytest.raises(ValueError, match="cannot follow"):
        await store.append("m1", 1, chain.hash, chain.next())
    assert await store.read("m1") == []


async def test_of_many_writers_on_one_match_one_wins_each_number(store: RedisStore) -> None:
    """64 tasks write until the match has 20 commits; each number is won once, and the chain is whole."""
    won: list[int] = []

    async def writer(name: str) -> None:
        while True:
            head = await store.head("m1")
            chain = Chain("m1", head)
            if chain.number >= 20:
                return
            if isinstance(await store.append("m1", chain.number, chain.hash, chain.next(name)), Appended):
                won.append(chain.number + 1)

    await asyncio.gather(*(writer(f"w{n}") for n in range(64)))
    assert list(range(1, 21)) == sorted(won)
    replay = Chain("m1")
    for entry in await store.read("m1"):
        assert entry == replay.add(replay.next(entry.c.decode().rsplit("-", 1)[0]))


async def test_a_cancelled_append_happens_once_or_is_made_up_for_by_sending_it_again(store: RedisStore) -> None:
    chances = random.Random(5)
    firsts = [(Chain(f"m{n}"), Chain(f"m{n}").next()) for n in range(150)]
    tasks = [asyncio.create_task(store.append(c.match, 0, c.hash, entry)) for c, entry in firsts]
    while pending := [task for task in tasks if not task.done()]:
        chances.choice(pending).cancel()
        await asyncio.sleep(0)
    outcomes = [await store.append(c.match, 0, c.hash, entry) for c, entry in firsts]
    assert all(outcome in {Duplicate(1), Appended(1)} for outcome in outcomes)
    assert any(task.cancelled() for task in tasks)
    assert [[entry] for _, entry in firsts] == [await store.read(c.match) for c, _ in firsts]


async def test_what_is_handed_over_is_written_even_if_nobody_waits(store: RedisStore, chain: Chain) -> None:
    entry = chain.next()
    task = asyncio.create_task(store.append("m1", 0, chain.hash, entry))
    await asyncio.sleep(0)  # it is on its way
    task.cancel()
    await store.append("m2", 0, Chain("m2").hash, Chain("m2").next())  # travels behind it
    assert await store.read("m1") == [entry]


async def test_scripts_that_the_server_forgot_are_sent_again(
    store: RedisStore, chain: Chain, write: Write, operator: Redis
) -> None:
    await write(chain, 1)
    operator.script_flush()
    await write(chain, 1)
    operator.script_flush()
    firsts = [Chain(f"n{n}") for n in range(20)]
    outcomes = await asyncio.gather(*(store.append(c.match, 0, c.hash, c.next()) for c in firsts))
    assert [Appended(1)] * 20 == outcomes
    assert [1, 2] == [entry.number for entry in await store.read("m1")]


async def test_killed_connections_lose_nothing_and_double_nothing(store: RedisStore, operator: Redis) -> None:
    async def play(match: str) -> list[Entry]:
        chain = Chain(match)
        return [await one(chain) for _ in range(15)]

    async def one(chain: Chain) -> Entry:
        entry = chain.next()
        assert await store.append(chain.match, chain.number, chain.hash, entry) == Appended(entry.number)
        return chain.add(entry)

    async def kill() -> None:
        for _ in range(10):
            operator.client_kill_filter(_type="normal", skipme=True)
            await store.ping()

    *written, _ = await asyncio.gather(*(play(f"m{n}") for n in range(30)), kill())
    assert written == [await store.read(f"m{n}") for n in range(30)]


async def test_reading_goes_on_after_a_number_and_stops_at_a_limit(
    store: RedisStore, chain: Chain, write: Write
) -> None:
    entries = await write(chain, 6)
    assert entries[2:] == await store.read("m1", after=2)
    assert entries[2:4] == await store.read("m1", after=2, limit=2)
    assert [] == await store.read("m1", after=6)
    assert entries[-1] == await store.head("m1")
    assert await store.head("none") is None


async def test_an_entry_of_another_form_is_damage(store: RedisStore, operator: Redis, prefix: str) -> None:
    operator.execute_command("XADD", f"{prefix}g:{{m1}}:e", "1-0", "some", "thing")
    with pytest.raises(Damaged, match="1-0"):
        await store.read("m1")

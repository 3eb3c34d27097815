"""Matches that moved to files: read as if they had not, woken by a commit, whole after a crash at any step."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from redis import Redis

from domain.kernel.commit import Entry
from domain.kernel.match.commands import Resign
from service.store.embedded import Embedded
from service.store.lane import Lane
from service.store.port import Appended, Closed, Damaged, Loaded, Marker
from service.store.redis import RedisStore
from service.store.shelf import Shelf
from service.store.shelved import ShelvedStore
from tests.harness.lab import GAMES, Lab

MATCH = "m3"
Doing = Callable[[ShelvedStore], Awaitable[object]]


class Killed(Exception):
    """The process ends here."""


@contextmanager
def killed_before(step: int) -> Iterator[list[str]]:
    """The process dies before its effect number `step` on a disk or the store; the effects that it had are listed."""
    done: list[str] = []

    def dying(name: str, effect: Callable[..., object]) -> Callable[..., object]:
        def deadly(*args: object, **more: object) -> object:
            if len(done) >= step:
                raise Killed(name)
            done.append(name)
            return effect(*args, **more)

        return deadly

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in ((os, "fsync"), (Path, "replace"), (Path, "unlink"), (Path, "mkdir"), (Lane, "submit")):
            patch.setattr(owner, name, dying(name, getattr(owner, name)))
        yield done


@pytest.fixture
async def shelved(server: Embedded, prefix: str, tmp_path: Path) -> AsyncIterator[ShelvedStore]:
    async with made(server, prefix, tmp_path) as one:
        yield one


class made:  # noqa: N801  # read as a word: a store is made
    """A store over this folder, as a process of its own would have it."""

    def __init__(self, server: Embedded, prefix: str, folder: Path) -> None:
        self.store = ShelvedStore(server.url, prefix, shelf=Shelf(folder), games=GAMES, pauses=())

    async def __aenter__(self) -> ShelvedStore:
        return self.store

    async def __aexit__(self, *_: object) -> None:
        await self.store.close()


def lab(*, ended: bool = False) -> Lab:
    played = Lab(GAMES["ultimatum"], 3, options={}).open().play(4)
    if ended:
        played.give(played.match.seats[0], Resign())
    return played


async def write(store: RedisStore, played: Lab, after: int = 0) -> list[Entry]:
    """Append what was played to the store."""
    for entry in played.entries[after:]:
        before = played.entries[entry.number - 2].h if entry.number > 1 else b""
        assert Appended(entry.number) == await store.append(MATCH, entry.number - 1, before, entry)
    return played.entries


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


async def all_that_is_read(store: ShelvedStore) -> tuple[object, ...]:
    loaded = await store.load(MATCH)
    return (await store.read(MATCH), await store.read(MATCH, 2, 1), await store.read(MATCH, 5), loaded.tail)


def expected(entries: list[Entry]) -> tuple[object, ...]:
    return (entries, entries[2:3], entries[5:], entries)


# --- out and back --------------------------------------------------------------------------------


@pytest.mark.parametrize("ended", [True, False])
async def test_a_match_in_a_file_is_read_as_before(
    shelved: ShelvedStore, operator: Redis, prefix: str, *, ended: bool
) -> None:
    entries = await write(shelved, lab(ended=ended))
    assert await shelved.shelve(MATCH)

    assert expected(entries) == await all_that_is_read(shelved)
    marker = Marker("archived" if ended else "asleep", entries[-1].number, entries[-1].h)
    assert Loaded(None, entries, marker) == await shelved.load(MATCH)
    assert [f"{prefix}g:{{{MATCH}}}:a".encode()] == list(operator.scan_iter(f"{prefix}g:*"))


async def test_a_reader_that_was_far_behind_is_given_what_moved_to_the_file(shelved: ShelvedStore) -> None:
    entries = await write(shelved, lab())
    await shelved.shelve(MATCH)
    assert [entries[-1:], []] == [await shelved.read(MATCH, len(entries) - n) for n in (1, 0)]


async def test_a_sleeping_match_wakes_with_its_next_commit(shelved: ShelvedStore, operator: Redis, prefix: str) -> None:
    played = lab()
    slept = len(await write(shelved, played))
    await shelved.shelve(MATCH)
    played.step()
    await write(shelved, played, slept)

    assert expected(played.entries) == await all_that_is_read(shelved)
    assert None is await shelved.marker(MATCH)
    assert [f"{prefix}g:{{{MATCH}}}:e".encode()] == list(operator.scan_iter(f"{prefix}g:*"))


async def test_an_archived_match_stays_closed(shelved: ShelvedStore) -> None:
    played = lab(ended=True)
    last = (await write(shelved, played))[-1]
    await shelved.shelve(MATCH)
    more = Entry(last.number + 1, b"c", b"k", bytes(32), (b"d",))
    assert Closed("archived") == await shelved.append(MATCH, last.number, last.h, more)


async def test_a_match_that_slept_twice_leaves_one_file(shelved: ShelvedStore) -> None:
    played = lab()
    slept = len(await write(shelved, played))
    await shelved.shelve(MATCH)
    played.step()
    await write(shelved, played, slept)
    await shelved.shelve(MATCH)

    assert [shelved.shelf.path(MATCH, len(played.entries))] == files(shelved.shelf.folder)
    assert expected(played.entries) == await all_that_is_read(shelved)


async def test_a_match_that_goes_on_while_its_file_is_written_stays_where_it_is(
    shelved: ShelvedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = lab()
    slept = len(await write(shelved, played))
    archive = type(shelved).archive

    async def late(match: str, marker: Marker) -> bool:
        played.step()
        await write(shelved, played, slept)
        return await archive(shelved, match, marker)

    monkeypatch.setattr(shelved, "archive", late)
    assert not await shelved.shelve(MATCH)
    assert expected(played.entries) == await all_that_is_read(shelved)


async def test_many_may_move_and_wake_one_match_at_once(server: Embedded, prefix: str, tmp_path: Path) -> None:
    played = lab()
    async with made(server, prefix, tmp_path) as a, made(server, prefix, tmp_path) as b:
        slept = len(await write(a, played))
        await asyncio.gather(a.shelve(MATCH), b.shelve(MATCH))
        played.step()
        await asyncio.gather(a.wake(MATCH), b.wake(MATCH))
        await write(b, played, slept)
        assert [expected(played.entries)] * 2 == [await all_that_is_read(store) for store in (a, b)]


# --- a crash at every step -----------------------------------------------------------------------


World = Callable[[], "made"]
"""Makes the store of one match, as a new process would."""


async def killed_at_every_step(worlds: Iterator[World], prepare: Doing, given: Doing) -> AsyncIterator[World]:
    """For each step of what is `given` a world in which the process died before it. Ends when no step is left."""
    for step, world in enumerate(worlds):
        async with world() as store:
            await prepare(store)
        async with world() as store:
            with killed_before(step) as done:
                try:
                    await given(store)
                except Killed:
                    pass
                else:
                    assert step == len(done) > 5
                    return
        yield world


@pytest.fixture
def worlds(server: Embedded, prefix: str, tmp_path: Path) -> Iterator[World]:
    return (partial(made, server, f"{prefix}{n}:", tmp_path / str(n)) for n in range(100))


@pytest.mark.parametrize("ended", [True, False])
async def test_whatever_step_of_moving_out_is_the_last_nothing_is_lost(worlds: Iterator[World], *, ended: bool) -> None:
    played = lab(ended=ended)
    dying = killed_at_every_step(worlds, lambda store: write(store, played), lambda store: store.shelve(MATCH))
    async for world in dying:
        async with world() as store:
            assert expected(played.entries) == await all_that_is_read(store)
            await store.shelve(MATCH)
        async with world() as store:
            assert expected(played.entries) == await all_that_is_read(store)
            assert [] == await RedisStore.read(store, MATCH)
            assert [store.shelf.path(MATCH, len(played.entries))] == files(store.shelf.folder)


async def test_whatever_step_of_waking_is_the_last_nothing_is_lost_or_doubled(
    worlds: Iterator[World], prefix: str, operator: Redis
) -> None:
    slept, awake = lab(), lab()
    awake.step()

    async def asleep(store: ShelvedStore) -> None:
        await write(store, slept)
        await store.shelve(MATCH)

    async for world in killed_at_every_step(worlds, asleep, lambda store: store.wake(MATCH)):
        async with world() as store:
            assert expected(slept.entries) == await all_that_is_read(store)
            await write(store, awake, len(slept.entries))
            assert expected(awake.entries) == await all_that_is_read(store)
    left = {key.rpartition(b":")[2] for key in operator.scan_iter(f"{prefix}*")}
    assert {b"e"} == left, "neither a marker nor what was rebuilt beside"


async def test_a_late_copy_of_the_deletion_does_not_meet_a_match_that_has_woken(
    shelved: ShelvedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lane sends a command again when its answer is lost, which may be long after."""
    entries, run, sent = await write(shelved, lab()), Lane.run, []

    async def remembered(lane: Lane, *what: object) -> object:
        sent.append((lane, what))
        return await run(lane, *what)  # type: ignore[arg-type]  # as it came

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lane, "run", remembered)
        await shelved.shelve(MATCH)
    await shelved.wake(MATCH)
    for lane, what in sent[1:]:
        await run(lane, *what)  # type: ignore[arg-type]  # as it came
    assert expected(entries) == await all_that_is_read(shelved)


# --- damage --------------------------------------------------------------------------------------


def turned(body: bytes) -> bytes:
    """One commit's event, another one of the same length."""
    place = body.rindex(b'"d":["') + 10
    return body[:place] + (b"A" if body[place : place + 1] != b"A" else b"B") + body[place + 1 :]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (turned, "commit 7: its bytes and the hash before it do not give its hash"),
        (lambda body: body[: body.rstrip().rindex(b"\n") + 1], "it does not end with commit 7"),
        (lambda body: body[: len(body) // 2], "cannot be read"),
        (lambda body: b"", "Line 1 cannot be read"),
        (lambda body: body.replace(b'"match":"m3"', b'"match":"m4"'), "it is of match m4"),
    ],
)
async def test_a_damaged_file_is_found_and_named(
    shelved: ShelvedStore, damage: Callable[[bytes], bytes], said: str
) -> None:
    last = len(await write(shelved, lab()))
    await shelved.shelve(MATCH)
    path = shelved.shelf.path(MATCH, last)
    path.write_bytes(damage(path.read_bytes()))
    for ask in (shelved.read(MATCH), shelved.load(MATCH), shelved.wake(MATCH)):
        with pytest.raises(Damaged) as found:
            await ask
        assert str(path) in str(found.value)
        assert said.replace("commit 7", f"commit {last}") in str(found.value)


async def test_a_missing_file_is_named(shelved: ShelvedStore) -> None:
    last = len(await write(shelved, lab()))
    await shelved.shelve(MATCH)
    path = shelved.shelf.path(MATCH, last)
    path.unlink()
    with pytest.raises(Damaged, match=str(path)):
        await shelved.read(MATCH)


async def test_a_file_that_is_not_what_was_written_is_noticed_before_the_stream_goes(
    shelved: ShelvedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries, put = await write(shelved, lab()), Path.replace

    def lying(beside: Path, path: Path) -> None:
        beside.write_bytes(turned(beside.read_bytes()))
        put(beside, path)

    monkeypatch.setattr(Path, "replace", lying)
    with pytest.raises(Damaged):
        await shelved.shelve(MATCH)
    assert entries == await RedisStore.read(shelved, MATCH)
    assert None is await shelved.marker(MATCH)

"""What must be true after any fault: all that was acknowledged, once, in order, alike for everyone who looks."""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence

import msgspec

from api_schema.contract import Contract
from domain.kernel.commit import Entry, Envelope, command_id, genesis, link
from domain.kernel.contract import AnyGame
from domain.kernel.match.aggregate import Match
from domain.kernel.match.past import created
from domain.kernel.viewers import SPECTATOR, Viewer
from service import keys
from service.games import installed
from service.http.views import Views
from service.store.redis import RedisStore
from tests.faults.players import Asked, Table
from tests.faults.wire import Away, ask
from tests.faults.world import POLL_S, World

WAIT_S = 30
COMPUTERS = ("system",)


class Lost(AssertionError):
    """Something that was acknowledged is not there, or something is there that should not be."""


def expect(holds: bool, what: str, *facts: object) -> None:
    if not holds:
        raise Lost(f"{what}: {facts}")


async def check(world: World, tables: Sequence[Table]) -> None:
    """Look at every table of a round. Lost when anything is amiss; counts what was looked at."""
    store = RedisStore(world.direct)
    try:
        for table in tables:
            if table.id:
                await _check_at_rest(world, table, store)
    finally:
        await store.close()


async def _check_at_rest(world: World, table: Table, store: RedisStore) -> None:
    """A computer may have to decide along with a person, and move while we look: then we look again."""
    while True:
        entries = await store.read(table.id)
        try:
            await Checked(world, table, entries).all()
        except Lost:
            if await store.read(table.id) == entries:
                raise
        else:
            return


class Checked:
    """One match's stream beside what its players and watchers were told."""

    def __init__(self, world: World, table: Table, entries: list[Entry]) -> None:
        self.world, self.table, self.entries = world, table, entries
        self.key = keys.match_key(world.server_key, table.id)
        self.numbers = {entry.c: entry.number for entry in entries}

    async def all(self) -> None:
        self.whole()
        self.acknowledged()
        self.ordered()
        self.nobody_elses()
        match = folded(self.world.server_key, self.table.game, self.table.id, self.entries)
        for viewer in (SPECTATOR, *self.table.seats):
            await self.live_equals(match, viewer)
        await self.streams(match)
        await self.retried()
        self.world.counts["commits checked"] += len(self.entries)

    def number_of(self, asked: Asked) -> int | None:
        return self.numbers.get(command_id(self.key, asked.actor, asked.key))

    def whole(self) -> None:
        """No commit is missing, half there, or there twice."""
        expect([*range(1, len(self.entries) + 1)] == [entry.number for entry in self.entries], "a gap", self.table.id)
        head = genesis(self.table.id)
        for entry in self.entries:
            expect(link(head, entry) == entry.h, "half a commit", self.table.id, entry.number)
            head = entry.h
        expect(len(self.numbers) == len(self.entries), "a command is there twice", self.table.id)

    def acknowledged(self) -> None:
        """Every accepted request is a commit, with the receipt that was given; no refused one is."""
        by_hash = Counter(entry.h.hex() for entry in self.entries)
        for asked in self.table.asked:
            number = self.number_of(asked)
            expect((number is None) == (asked.answer is None), "acknowledged and lost, or refused and kept", asked)
            receipt = json.loads(asked.answer.body).get("receipt") if asked.answer else None
            expect(receipt is None or by_hash[receipt] == 1, "another receipt", asked)

    def ordered(self) -> None:
        """What was sent after another's acknowledgement stands behind it."""
        sent = sorted((a for a in self.table.asked if a.answer), key=lambda asked: asked.sent_at)
        told = sorted(sent, key=lambda asked: asked.answered_at or 0)
        before, place = 0, 0
        for asked in sent:
            while (told[place].answered_at or 0) < asked.sent_at:
                before = max(before, self.number_of(told[place]) or 0)
                place += 1
            expect((self.number_of(asked) or 0) > before, "out of order", asked)

    def nobody_elses(self) -> None:
        """Every commit is somebody's: a player's request that was made, a computer's move or the system's."""
        known = {command_id(self.key, asked.actor, asked.key) for asked in self.table.asked}
        people = {"host", *self.table.seats}
        for entry in self.entries:
            actor = msgspec.msgpack.decode(entry.k, type=Envelope).actor
            expect(actor not in people or entry.c in known, "nobody asked for this", actor, entry.number)

    async def live_equals(self, match: Match, viewer: Viewer) -> None:
        """Every service shows exactly what the stream amounts to."""
        views = Views(Contract(installed()).fingerprint)
        for server in self.world.servers:
            headers = {} if viewer == SPECTATOR else {"Authorization": f"Bearer {self.table.tokens[viewer]}"}
            seen = await ask(server.port, "GET", f"{self.table.path}/view", **headers)
            made = views.made(match, viewer, match.seq(viewer))
            expect(made == seen.body, "live is not the replay", self.table.id, viewer, made, seen.body)

    async def streams(self, match: Match) -> None:
        """Every watcher got each of its events once, in order, and nothing else."""
        for watcher in self.table.watchers:
            told = await self.events(watcher.seat)
            async with asyncio.timeout(WAIT_S):
                await watcher.caught_up(told[-1]["id"])
            got = [json.loads(data) for _, data in watcher.got]
            expect(told == got, "a stream missed or repeated something", self.table.id, watcher.seat)
            expect(len(told) == match.seq(watcher.seat or SPECTATOR), "numbers are not dense", self.table.id)
            self.world.counts["events streamed"] += len(got)
            self.world.counts["streams resumed"] += watcher.connections - 1

    async def events(self, seat: str | None) -> list[dict[str, object]]:
        """All events of a viewer, page by page."""
        found: list[dict[str, object]] = []
        after = ""
        while True:
            page = await self.table.read(f"{self.table.path}/events?limit=500{after}", seat)
            found += page["events"]
            after = f"&after={page['next']}"
            if not page["more"]:
                return found

    async def retried(self) -> None:
        """Every key still gives the answer that it gave."""
        for asked in self.table.asked:
            if asked.answer is not None:
                expect((await self.again(asked)) == asked.answer.body, "a retry got another answer", asked)

    async def again(self, asked: Asked) -> bytes:
        while True:
            try:
                return (await ask(self.table.port(), "POST", asked.path, asked.body, **asked.headers)).body
            except Away:
                await asyncio.sleep(POLL_S)


def folded(server_key: bytes, game: AnyGame, id_: str, entries: Sequence[Entry]) -> Match:
    """The match that the stream amounts to, from its first commit on."""
    pack = game.pack(created(entries[0]).pack)
    match = Match(
        id_, keys.match_key(server_key, id_), game, pack, lambda stored: keys.decrypt(server_key, id_, stored)
    )
    for entry in entries:
        match.fold(entry)
    return match

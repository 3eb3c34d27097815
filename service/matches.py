"""The use cases: create, claim, command, look, and look back. Everything else calls these."""

import asyncio
import contextlib
import hashlib
import secrets
from base64 import b32encode
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from domain.kernel.chance import Chance, commitment
from domain.kernel.codec import envelope
from domain.kernel.command import Command
from domain.kernel.commit import Entry, command_id
from domain.kernel.contract import AnyGame
from domain.kernel.match import snapshot
from domain.kernel.match.aggregate import ChanceOf, Match
from domain.kernel.match.create import NewMatch, Promise, create
from domain.kernel.match.draft import Draft
from domain.kernel.match.past import Past, until
from domain.kernel.refusal import Refused
from domain.kernel.viewers import Viewer
from service import keys, tokens
from service.histories import Histories
from service.opening import LOST, UNREADABLE, Opening, ReadOnly, in_trouble
from service.room import Room, Told
from service.store.port import Appended, Closed, Conflict, Damaged, Duplicate, Store, Unavailable

ROOMS = 2_000
TRIES = 8
SNAPSHOT_EVERY = 100


class KeyReused(Struct, frozen=True):
    """The key was used before for another request."""


class NoLonger(Exception):
    """Whoever asks had the right to when the request came in, but not any more."""


class Busy(Exception):
    """Others kept committing first; the request may be repeated with the same key."""


class Submitted(Struct, frozen=True):
    """An accepted command: the receipt (hash) of its commit, and what is told of it."""

    match: Match
    receipt: str
    told: Told
    replayed: bool


def body_hash(*parts: bytes) -> bytes:
    """The hash that tells whether a repeated key comes with the same request."""
    return hashlib.sha256(b"\0".join(parts)).digest()


class Matches:
    """All matches of a store, as one process uses them. `clock` gives milliseconds since 1970."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        server_key: bytes,
        clock: Callable[[], int],
        chance: ChanceOf = Chance,
    ) -> None:
        self.store, self.games, self.server_key, self.clock = store, games, server_key, clock
        self._opening = Opening(store, games, server_key, chance)
        self._histories = Histories(self._opening)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._saving: set[asyncio.Task[None]] = set()
        self.after_commit: list[Callable[[Room], Any]] = []

    # --- opening -----------------------------------------------------------------------------

    async def room(self, match: str) -> Room:
        """The match as it is now in the store. NoSuchMatch, ReadOnly, Unavailable."""
        room = self._rooms.get(match)
        if room is None:
            room = self._rooms.setdefault(match, await self._opening.load(match))
            self._forget_old()
        else:
            self._rooms.move_to_end(match)
            await self._opening.catch_up(room)
        return room

    async def open(self, match: str) -> Match:
        """The match as it is now in the store, to be read at once: it changes with the next await."""
        return (await self.room(match)).match

    async def has(self, match: str) -> bool:
        """Whether there is such a match."""
        return bool(self.version_here(match)) or bool(await self.store.read(match, 0, 1))

    async def caught_up(self, match: str) -> Match:
        """The match as it was when this request's asker was admitted, a moment ago: no second look at
        the store, unless the match has been dropped from memory meanwhile."""
        return self.near(match) or await self.open(match)

    def near(self, match: str) -> Match | None:
        """The match as this process last saw it, or None when it does not hold it."""
        room = self._rooms.get(match)
        return room.match if room else None

    def is_writing(self, match: str) -> bool:
        """Whether a command of this process is under way in the match."""
        room = self._rooms.get(match)
        return room is not None and room.lock.locked()

    async def written(self, match: str) -> None:
        """Return when the command that is under way in the match is through."""
        room = self._rooms.get(match)
        if room is not None:
            async with room.lock:
                return

    def version_here(self, match: str) -> int:
        """How far this process knows the match; 0 when it does not."""
        room = self._rooms.get(match)
        return room.match.version if room else 0

    def trouble(self, match: str) -> str | None:
        """What is wrong with a match's stored history, as far as this process has read it."""
        room = self._rooms.get(match)
        return room.trouble if room else None

    def _forget_old(self) -> None:
        """Drop the rooms that were used least lately, but none that somebody listens to."""
        for _ in range(len(self._rooms)):
            if len(self._rooms) <= ROOMS:
                return
            match, room = next(iter(self._rooms.items()))
            if room.listeners:
                self._rooms.move_to_end(match)
            else:
                del self._rooms[match]

    def blank(self, match: Match) -> Match:
        """The same match before its first commit."""
        return self._opening.blank(match.id, match.game, match.pack)

    # --- creating ----------------------------------------------------------------------------

    def named(self, key: str) -> str:
        """The match that is set up with a key, or would be."""
        named = hashlib.sha256(self.server_key + b"|create|" + key.encode()).digest()
        return b32encode(named).decode().lower()[:20]

    async def create(self, new: NewMatch, key: str | None, body: bytes = b"") -> Match | KeyReused:
        """Set a match up. The same `key` with the same `body` gives the same match again."""
        key = key or secrets.token_hex(32)
        id_ = self.named(key)
        game = self.games[new.game]
        pack = game.pack(new.pack)
        await self.store.packs.put(pack.hash, pack.text)
        secret = secrets.token_bytes(32)
        blank = self._opening.blank(id_, game, pack)
        promise = Promise(
            commitment=commitment(secret),
            secret=keys.encrypt(self.server_key, id_, secret),
            server=keys.fingerprint(self.server_key),
            host=tokens.proof_of(self.server_key, id_, key),
        )
        named = command_id(blank.key, "create", key)
        draft = create(blank, new, promise, at=self.clock(), command_id=named, body=body)
        result = await self.store.append(id_, 0, blank.head, draft.entry)
        room = await self.room(id_)
        if isinstance(result, Appended):
            self._committed(room)
        elif envelope((await self._entry(id_, 1)).k).body != body:
            return KeyReused()
        return room.match

    # --- commands ----------------------------------------------------------------------------

    async def submit(
        self,
        match: str,
        actor: str,
        command: Command,
        *,
        key: str | None = None,
        body: bytes = b"",
        decision: str | None = None,
        may: Callable[[Match], bool] | None = None,
    ) -> Submitted | Refused | KeyReused:
        """Play a command once, however often it is sent with the same key. Busy, ReadOnly, Unavailable.

        `may` is asked anew whenever the match has moved on; NoLonger when it says no.
        """
        room = self._rooms.get(match) or await self.room(match)
        id_ = command_id(room.match.key, actor, key or secrets.token_hex(16))
        async with room.lock:
            for _ in range(TRIES):
                if room.trouble:
                    raise ReadOnly(room.trouble)
                if (number := room.match.commands.get(id_)) is not None:
                    return await self._again(room, number, actor, body)
                if may is not None and not may(room.match):
                    raise NoLonger
                answer = await self._attempt(room, actor, command, id_, body, decision)
                if answer is not None:
                    return answer
        raise Busy(match)

    async def _attempt(
        self, room: Room, actor: str, command: Command, id_: bytes, body: bytes, decision: str | None
    ) -> Submitted | Refused | None:
        """One try: None means that the match has moved on meanwhile."""
        match = room.match
        draft = match.play(actor, command, at=self.clock(), command_id=id_, body=body, decision=decision)
        if isinstance(draft, Refused):
            known = match.version
            await self._opening.catch_up(room)
            return draft if match.version == known else None
        return await self._append(room, draft)

    async def _append(self, room: Room, draft: Draft) -> Submitted | None:
        """Write it. The store sends it even if this request is cancelled; the next one then catches up with it."""
        match = room.match
        try:
            result = await self.store.append(match.id, draft.entry.number - 1, match.head, draft.entry)
        except Damaged as fault:  # it slept, and cannot be woken
            in_trouble(room, UNREADABLE, str(fault))
            raise ReadOnly(UNREADABLE) from fault
        if isinstance(result, Appended):
            room.advance(draft)
            self._committed(room)
            told = next(told for told in reversed(room.recent) if told.number == draft.entry.number)
            return Submitted(room.match, draft.entry.h.hex(), told, replayed=False)
        if not isinstance(result, Conflict | Duplicate | Closed):
            in_trouble(room, LOST, f"{type(result).__name__.lower()} at {result.head}")
            raise ReadOnly(LOST)
        await self._opening.catch_up(room)
        return None

    async def _again(self, room: Room, number: int, actor: str, body: bytes) -> Submitted | KeyReused:
        """The answer to a command that is in the stream already, rebuilt from there."""
        entry = await self._entry(room.match.id, number)
        if envelope(entry.k).body != body:
            return KeyReused()
        told = (await self._histories.of(room))[number - 1]
        return Submitted(room.match, entry.h.hex(), told, replayed=True)

    async def _entry(self, match: str, number: int) -> Entry:
        return (await self.store.read(match, number - 1, 1))[0]

    def _committed(self, room: Room) -> None:
        if room.match.version % SNAPSHOT_EVERY == 0:
            self._keep(room.match)
        for listener in self.after_commit:
            listener(room)

    def _keep(self, match: Match) -> None:
        """Save a snapshot, off the path of the command: nobody waits for it and it may fail."""
        saving = asyncio.create_task(self._save(match.id, match.version, snapshot.take(match)))
        self._saving.add(saving)
        saving.add_done_callback(self._saving.discard)

    async def _save(self, match: str, number: int, data: bytes) -> None:
        with contextlib.suppress(Unavailable):
            await self.store.save_snapshot(match, number, data)

    # --- looking back ------------------------------------------------------------------------

    async def told(self, match: str, viewer: Viewer, after: int) -> list[Told]:
        """The commits that have events for `viewer` after its number `after`, as far as the match is known."""
        room = self._rooms.get(match) or await self.room(match)
        found = room.since(viewer, after)
        if found is None:
            every = await self._histories.of(room)
            first = bisect_right(every, after, key=lambda told: told.span(room.match, viewer).stop - 1)
            return every[first:]
        return found

    async def history(self, match: str) -> list[Entry]:
        """All commits of the match, as they are stored. ReadOnly when they do not follow from one another."""
        return await self._opening.history(await self.room(match))

    async def past(self, match: str, viewer: Viewer, seq: int) -> Past:
        """The match just before the event of `viewer` that follows its number `seq`."""
        room = await self.room(match)
        entries = await self._opening.history(room)
        return until(self.blank(room.match), entries, viewer, seq)

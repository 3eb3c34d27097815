"""Opening stored matches: the blank match, its commits folded in, and what is said when they have a fault."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec
import structlog

from domain.kernel.codec import Unreadable
from domain.kernel.commit import Entry
from domain.kernel.contract import AnyGame
from domain.kernel.match import past as history
from domain.kernel.match import snapshot
from domain.kernel.match.aggregate import Broken, ChanceOf, Match
from domain.kernel.match.proof import chain
from domain.kernel.pack import Pack
from service import keys
from service.room import Room
from service.store.port import Damaged, Store

BROKEN: Final = "a stored commit does not follow from the one before it"
UNREADABLE: Final = "a stored commit cannot be read by this version"
MOVED: Final = "it was moved to an archive file, and this process has no archive folder"
LOST: Final = "acknowledged commits were lost, or the history was split"

log = structlog.get_logger("conclave")


class NoSuchMatch(Exception):
    """There is no match with this id."""


class ReadOnly(Exception):
    """The match's stored history has a fault, so nothing may be added to it. The text says which, for
    everyone: it holds nothing of the match, not even the number of a commit."""


def _damaged(match: str, said: str, detail: object) -> ReadOnly:
    log.error("damaged", match=match, fault=str(detail))
    return ReadOnly(said)


def in_trouble(room: Room, said: str, detail: str) -> None:
    """From now on nothing is added to the match. `said` is for everyone, `detail` for the log."""
    if room.trouble is None:
        log.error("damaged", match=room.match.id, after=room.match.version, fault=detail)
    room.trouble = said


@dataclass(frozen=True)
class Opening:
    """Opens the matches of a store."""

    store: Store
    games: Mapping[str, AnyGame]
    server_key: bytes
    chance: ChanceOf

    def blank(self, match: str, game: AnyGame, pack: Pack) -> Match:
        """A match before its first commit."""
        key = keys.match_key(self.server_key, match)
        return Match(match, key, game, pack, lambda stored: keys.decrypt(self.server_key, match, stored), self.chance)

    async def load(self, match: str) -> Room:
        """The match as it is stored. NoSuchMatch, ReadOnly, Unavailable."""
        try:
            return await self._loaded(match)
        except (Damaged, msgspec.MsgspecError) as fault:
            raise _damaged(match, UNREADABLE, fault) from fault

    async def _loaded(self, match: str) -> Room:
        loaded = await self.store.load(match)
        kept, entries = loaded.snapshot, loaded.tail
        if kept is not None:
            entries = await self.store.read(match, 0, 1)
        if not entries:
            raise ReadOnly(MOVED) if loaded.marker else NoSuchMatch(match)
        last = loaded.tail[-1] if loaded.tail or kept is None else kept.entry
        opened = await self._of_first(match, entries[0], ended=last is not None and last.x is not None)
        if kept is not None:
            sound = kept.entry is not None and snapshot.restore(opened, kept.data, kept.entry)
            entries = loaded.tail if sound else await self.store.read(match)
        room = Room(opened)
        self._take(room, entries)
        return room

    async def _of_first(self, match: str, entry: Entry, *, ended: bool) -> Match:
        """The blank match that this first commit sets up. One that has ended is read under any server key:
        nothing in it needs the key any more."""
        created = history.created(entry)
        if created.server != keys.fingerprint(self.server_key) and not ended:
            raise ReadOnly("it was made with another server key")
        game = self.games.get(created.game)
        if game is None:
            raise ReadOnly("this service does not have its game")
        return self.blank(match, game, await self._pack(game, created.pack))

    async def _pack(self, game: AnyGame, pack_hash: str) -> Pack:
        try:
            return game.pack(pack_hash)
        except KeyError:
            stored = await self.store.packs.get(pack_hash)
            if stored is None:
                raise ReadOnly("its card pack is missing") from None
            return Pack(stored)

    async def catch_up(self, room: Room) -> None:
        """Take in what was stored since."""
        try:
            entries = await self.store.read(room.match.id, room.match.version)
        except Damaged as fault:
            in_trouble(room, UNREADABLE, str(fault))
        else:
            self._take(room, entries)

    async def history(self, room: Room) -> list[Entry]:
        """All commits that the match in memory was folded from, the chain checked once more: a snapshot may
        have spared it. ReadOnly, Unavailable."""
        match = room.match
        try:
            entries = await self.store.read(match.id, 0, match.version)
        except Damaged as fault:
            raise _damaged(match.id, UNREADABLE, fault) from fault
        broken = next(chain(match.id, entries), None)
        if broken is not None:
            raise _damaged(match.id, BROKEN, broken)
        return entries

    def _take(self, room: Room, entries: list[Entry]) -> None:
        try:
            for entry in entries:
                room.fold(entry)
        except Broken as fault:
            in_trouble(room, BROKEN, str(fault))
        except Unreadable as fault:
            in_trouble(room, UNREADABLE, str(fault))

"""The store with an archive folder beside it: matches move to files, and are read there as if they had not.

The order of steps is all there is to it. Out: the file is on disk and was read back, the marker stands, the
stream goes. Back: the stream is rebuilt beside and read back, takes its place, the marker goes; the file stays.
At every moment the stream is whole or the marker stands and its file is whole, so each step may be the last one
before a crash, may be done twice, and may be done by two processes at once.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from domain.kernel.commit import Entry
from domain.kernel.contract import AnyGame
from domain.kernel.match.proof import Record
from service.audit import archive
from service.audit.records import created_of, pack_of
from service.store.entries import to_fields
from service.store.keys import keys_of, shared
from service.store.port import Closed, Loaded, Marker, Result, StoreRefused, Unavailable
from service.store.redis import RedisStore, as_stored, entries_of
from service.store.scripts import REBUILD, RENAME
from service.store.shelf import Shelf

TRIES: Final = 3


class ShelvedStore(RedisStore):
    """A store whose quiet matches can be moved to files. What reads or appends need not know where a match is.

    Reads raise `Damaged` when a file is not what was written.
    """

    def __init__(self, url: str, prefix: str = "", *, shelf: Shelf, games: Mapping[str, AnyGame], **more: Any) -> None:  # noqa: ANN401  # as of the store itself
        super().__init__(url, prefix, **more)
        self.shelf, self._games = shelf, games

    async def adopt(self) -> None:
        """Make sure that all hosts share this one folder. `StoreRefused` when the store began with another one."""
        name = await asyncio.to_thread(self.shelf.name)
        key = shared(self._prefix, "archive")
        kept = await self._shards.of(key).lane.ask(b"SET", key, name, b"NX", b"GET")
        if kept not in {None, name.encode()}:
            raise StoreRefused(
                f"{self.shelf.folder} is not the archive folder that this store began with, and may lack what was "
                "moved there; all hosts must share that one."
            )

    # --- where a match is must not be noticed ---------------------------------------------------

    async def append(self, match: str, expected: int, previous: bytes, entry: Entry) -> Result:
        """A sleeping match is woken by the first commit that comes."""
        result = await super().append(match, expected, previous, entry)
        if result != Closed("asleep"):
            return result
        await self.wake(match)
        return await super().append(match, expected, previous, entry)

    async def read(self, match: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        entries, marker = await self.read_marked(match, after, limit)
        if entries or marker is None or marker.number <= after:
            return entries
        kept = await self._kept(match, marker)
        return kept[after:] if limit is None else kept[after : after + limit]

    async def load(self, match: str) -> Loaded:
        loaded = await super().load(match)
        has_stream = loaded.tail or (loaded.snapshot is not None and loaded.snapshot.entry is not None)
        if loaded.marker is None or has_stream:
            return loaded
        return Loaded(None, await self._kept(match, loaded.marker), loaded.marker)

    async def _kept(self, match: str, marker: Marker) -> list[Entry]:
        return await asyncio.to_thread(self.shelf.read, match, marker.number, marker.h)

    # --- out ------------------------------------------------------------------------------------

    async def shelve(self, match: str) -> bool:
        """Move a match to a file: one that has ended for good, any other until its next commit. False when it went
        on meanwhile. NotAnArchive or NotDone when it is not sound, `Damaged` or OSError when the file is not."""
        entries = await super().read(match)
        if not entries:
            return False
        last = entries[-1]
        await asyncio.to_thread(self.shelf.keep, await self._record(match, entries))
        marker = Marker("asleep" if last.x is None else "archived", last.number, last.h)
        if not await self.archive(match, marker):
            return False
        await asyncio.to_thread(self.shelf.drop_older, match, last.number)
        return True

    async def _record(self, match: str, entries: list[Entry]) -> Record:
        """What everyone may know, as an export would say it; a secret that is not open stays encrypted."""
        commits = archive.read(entries)
        pack = await pack_of(self, self._games, created_of(match, commits))
        return Record(match, pack, entries, archive.secret_told(commits))

    # --- and back -------------------------------------------------------------------------------

    async def wake(self, match: str) -> None:
        """Put a sleeping match back into its stream. `Unavailable` when others keep doing the same."""
        for _ in range(TRIES):
            marker = await self.marker(match)
            if marker is None or marker.reason != "asleep":
                return
            await self._put_back(match, marker, await self._kept(match, marker))
            if await self.unarchive(match):
                return
        raise Unavailable(f"match {match} is being woken")

    async def _put_back(self, match: str, marker: Marker, entries: list[Entry]) -> None:
        """Rebuild the stream beside, read it back, and let it take its place."""
        keys = keys_of(self._prefix, match)
        lane = self._shards.of(keys.stream).lane
        await lane.ask(b"UNLINK", keys.beside)
        calls = [lane.submit_script(REBUILD, 1, keys.beside, each.number, *to_fields(each)) for each in entries]
        await asyncio.gather(*(call.answer for call in calls))
        if entries_of(await lane.ask(b"XRANGE", keys.beside, b"-", b"+")) == entries:
            names = (keys.beside, keys.stream, keys.marker)
            await lane.run(RENAME, len(names), *names, *as_stored(marker), len(entries))


def store_at(url: str, archive: Path | None, games: Mapping[str, AnyGame]) -> RedisStore:
    """The store at an address, with its archive folder if it has one."""
    return RedisStore(url) if archive is None else ShelvedStore(url, shelf=Shelf(archive), games=games)

"""What becomes of matches that nobody plays: they expire, move to files, or sleep there until they go on.

One worker of all goes through the matches in rounds, at leisure. It keeps no list of its own: what it does
follows from each match's last commit, so a round that was cut short is made good by the next one.
"""

import asyncio
import secrets
from typing import Final

import structlog

from domain.kernel.codec import Unreadable, envelope
from domain.kernel.commit import Entry
from domain.kernel.match.commands import Expire
from domain.kernel.viewers import SYSTEM
from service.audit.archive import NotAnArchive
from service.audit.records import NotDone
from service.matches import Busy, Matches
from service.opening import NoSuchMatch, ReadOnly
from service.settings import Settings
from service.store.port import Damaged, Unavailable
from service.store.shelved import ShelvedStore

PAUSE_S: Final = 0.002
ROUND_MS: Final = 600_000
ASK_S: Final = 60.0
LISTED: Final = 100_000
"""How many matches the public list goes back; older ones are read by their ids."""
SECOND: Final = 1_000

log = structlog.get_logger("conclave")


class Upkeep:
    """The rounds of this process. Without an archive folder no match is moved."""

    def __init__(self, matches: Matches, settings: Settings) -> None:
        self.matches, self.settings = matches, settings
        store = matches.store
        self._shelves = store if isinstance(store, ShelvedStore) else None

    async def run(self) -> None:
        """Ask now and then whether a round is due, until cancelled."""
        while True:
            await asyncio.sleep(ASK_S)
            try:
                await self.ask()
            except Unavailable:
                continue  # it is all still to be done

    async def ask(self) -> None:
        """Begin a round unless somebody, this process included, has begun one lately. Unavailable."""
        if await self.matches.store.leases.take("upkeep", secrets.token_hex(8), self.matches.clock(), ROUND_MS):
            await self.round()

    async def round(self) -> None:
        """Look at each match that is in a stream. What is wrong with one must not keep the others waiting."""
        store = self.matches.store
        async for match in store.matches():
            try:
                head = await store.head(match)
                if head is not None:
                    await self._look(match, head)
            except (NoSuchMatch, ReadOnly, Busy):
                continue  # whoever opens the match is told why
            except (Damaged, NotAnArchive, NotDone, Unreadable, OSError) as fault:
                log.warning("not_shelved", match=match, fault=str(fault))
            await asyncio.sleep(PAUSE_S)  # players come first
        await store.lobby.trim(LISTED)

    async def _look(self, match: str, head: Entry) -> None:
        quiet_ms = self.matches.clock() - envelope(head.k).at
        if head.x is not None:
            if quiet_ms >= self.settings.archive_after_s * SECOND:
                await self._shelve(match)
        elif quiet_ms >= min(self.settings.expire_after_s, self.settings.sleep_after_s) * SECOND:
            await self._look_at_open(match, quiet_ms)

    async def _look_at_open(self, match: str, quiet_ms: int) -> None:
        opened = await self.matches.open(match)
        if opened.table.status == "lobby":
            if quiet_ms >= self.settings.expire_after_s * SECOND:
                await self.matches.submit(match, SYSTEM, Expire(), key="expire")
        elif quiet_ms >= self.settings.sleep_after_s * SECOND:
            await self._shelve(match)

    async def _shelve(self, match: str) -> None:
        """A match whose stored history has a fault stays where an operator can look at it."""
        if self._shelves is None or self.matches.trouble(match):
            return
        if await self._shelves.shelve(match):
            log.info("shelved", match=match)

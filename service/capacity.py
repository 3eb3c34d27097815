"""Whether there is room for new matches: in the store, on the disks, and for whoever asks.

New matches are refused long before the store is full, so that those that run can come to their end.
"""

import asyncio
import hmac
import shutil
from pathlib import Path
from typing import Final

import structlog

from service.matches import Matches
from service.opening import NoSuchMatch, ReadOnly
from service.settings import Settings

LOOK_MS: Final = 5_000
MB: Final = 1_000_000
SECOND: Final = 1_000

log = structlog.get_logger("conclave")


class Capacity:
    """What this process knows of the room that is left."""

    def __init__(self, matches: Matches, settings: Settings) -> None:
        self.matches, self.settings = matches, settings
        data = settings.data if settings.redis is None else None
        self._folders = [folder for folder in (data, settings.archive_folder) if folder is not None]
        self._full, self._looked_ms = False, 0
        self._crowded: dict[str, int] = {}

    async def is_full(self) -> bool:
        """Whether no new match may come. Looked at every few seconds. Unavailable."""
        now = self.matches.clock()
        if now - self._looked_ms >= LOOK_MS:
            self._looked_ms = now
            short = await self._what_is_short()
            if short and not self._full:
                log.warning("full", short=short)
            self._full = bool(short)
        return self._full

    async def _what_is_short(self) -> str | None:
        most = self.settings.memory_full
        if most and await self.matches.store.fullness() >= most:
            return "memory of the store"
        for folder in self._folders:
            if await asyncio.to_thread(_free, folder) < self.settings.disk_free_mb * MB:
                return str(folder)
        return None

    async def is_crowded(self, address: str) -> bool:
        """Whether too many matches that were created at an address wait for their start. Looking at each of them costs
        far more than the request, so the answer holds for a few seconds."""
        who, now = self._name(address), self.matches.clock()
        if now - self._crowded.get(who, 0) < LOOK_MS:
            return True
        crowded = await self._waiting(who) >= self.settings.open_matches
        if crowded:
            lately = {other: at for other, at in self._crowded.items() if now - at < LOOK_MS}
            self._crowded = lately | {who: now}
        return crowded

    async def _waiting(self, who: str) -> int:
        """How many they are. Those that wait no more are looked for only when there seem to be too many."""
        waiting = self.matches.store.waiting
        found = await waiting.of(who)
        if len(found) < self.settings.open_matches:
            return len(found)
        gone = [match for match in found if not await self._is_waiting(match)]
        if gone:
            await waiting.remove(who, *gone)
        return len(found) - len(gone)

    async def _is_waiting(self, match: str) -> bool:
        try:
            return (await self.matches.open(match)).table.status == "lobby"
        except (NoSuchMatch, ReadOnly):
            return False

    async def note(self, address: str, match: str) -> None:
        """A match was created at an address."""
        await self.matches.store.waiting.put(
            self._name(address), match, self.matches.clock(), self.settings.expire_after_s * SECOND
        )

    def _name(self, address: str) -> str:
        """Addresses are personal data, so the store does not learn them."""
        return hmac.digest(self.matches.server_key, f"address|{address}".encode(), "sha256").hex()[:32]


def _free(folder: Path) -> int:
    """Bytes that are left on the disk of a folder."""
    while not folder.exists():
        folder = folder.resolve().parent
    return shutil.disk_usage(folder).free

"""Running matches as spectators see them: as many seconds later as their creator wanted.

Such a match is folded a second time, up to the last commit that is old enough; views, decisions, numbers and
the list are taken from there, so that nothing of what came later can show. The lobby is never delayed.
"""

from collections import OrderedDict
from typing import Final

import msgspec

from domain.kernel.codec import Unreadable, envelope
from domain.kernel.command import tag
from domain.kernel.commit import Entry
from domain.kernel.match.aggregate import Broken, Match
from domain.kernel.match.events import Started
from domain.kernel.viewers import SPECTATOR, Viewer
from service.matches import Matches
from service.room import Told

KEPT: Final = 1_000
SECOND: Final = 1_000


class _Peek(msgspec.Struct, gc=False):
    type: str


class Delay:
    """The delayed matches of this process, and when each has something new to show."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self._behind: OrderedDict[str, Match] = OrderedDict()
        self._next: dict[str, int] = {}

    @staticmethod
    def applies(match: Match, viewer: Viewer) -> bool:
        """Whether `viewer` sees this match later than its players do."""
        return viewer == SPECTATOR and match.table.spectator_delay > 0 and match.table.status != "over"

    async def seen(self, match: Match, viewer: Viewer) -> Match:
        """The match as far as `viewer` may see it now."""
        if not self.applies(match, viewer):
            return match
        behind = self._kept(match)
        entries = await self.matches.store.read(match.id, behind.version)
        self._advance(behind, entries, self.matches.clock() - match.table.spectator_delay * SECOND)
        return behind if self.applies(match, viewer) else match

    async def cut(self, match: Match, viewer: Viewer, told: list[Told]) -> list[Told]:
        """Those of the commits that `viewer` may see now."""
        seen = await self.seen(match, viewer)
        return [each for each in told if each.number <= seen.version]

    def due(self) -> list[str]:
        """The matches that have something new to show since they were last asked for."""
        now = self.matches.clock()
        due = [match for match, at in self._next.items() if at <= now]
        for match in due:
            del self._next[match]
        return due

    def _kept(self, match: Match) -> Match:
        behind = self._behind.setdefault(match.id, self.matches.blank(match))
        self._behind.move_to_end(match.id)
        if len(self._behind) > KEPT:
            self._behind.popitem(last=False)
        return behind

    def _advance(self, behind: Match, entries: list[Entry], until_ms: int) -> None:
        self._next.pop(behind.id, None)
        for entry in entries:
            if entry.number <= behind.version:
                continue  # another reader was faster
            at = envelope(entry.k).at
            if at > until_ms and not _of_lobby(behind, entry):
                self._next[behind.id] = at + self.matches.clock() - until_ms
                return
            try:
                behind.fold(entry)
            except (Broken, Unreadable):
                return  # the match itself is in trouble and says so


def _of_lobby(behind: Match, entry: Entry) -> bool:
    """Before the start there is nothing to hide, and whoever wants a seat must see what is open."""
    first = msgspec.msgpack.decode(entry.d[0], type=_Peek).type
    return behind.table.status == "lobby" and first != tag(Started)

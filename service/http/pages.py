"""Encoded events, kept as long as there is room: what a viewer was told never changes.

Of each match and viewer the first events are kept up to some number, so that every page is a cut from one
list; a page further on is made for the one who asks. What two viewers see alike is kept once for both.
"""

from collections import OrderedDict
from typing import Final

import msgspec
from msgspec import Raw, Struct

from domain.kernel.match.aggregate import Match
from domain.kernel.viewers import Viewer, code
from service.http.views import forms, openings, point
from service.matches import Matches
from service.room import Told

ROOM: Final = 32 * 1024 * 1024
OVERHEAD: Final = 41
"""Bytes that an item costs besides its own."""

Forms = list[bytes]


class Page(Struct):
    """`answers.EventPage`, with events that are encoded already."""

    events: Raw
    next: str
    more: bool


class Pages:
    """The events last asked for, as bytes."""

    def __init__(self, matches: Matches, room: int = ROOM) -> None:
        self.matches, self.room, self.size = matches, room, 0
        self._kept: OrderedDict[tuple[str, Viewer], Forms] = OrderedDict()
        self._encoder = msgspec.json.Encoder()

    async def page(self, match: Match, viewer: Viewer, after: int, limit: int, reached: int) -> bytes:
        """At most `limit` events of `viewer` after its number `after`, of those up to `reached`."""
        found = await self._forms(match, viewer, after, min(after + limit, reached)) if reached > after else []
        last = after + len(found)
        events = Raw(b"[%b]" % _joined(code(match.seats, viewer), after, found))
        return self._encoder.encode(Page(events, point(match, viewer, last), reached > last))

    async def _forms(self, match: Match, viewer: Viewer, after: int, until: int) -> Forms:
        key = match.id, viewer
        kept = self._kept.get(key, [])
        if len(kept) < until:
            if after > len(kept):
                return await self._made(match, viewer, after, until)
            kept = await self._extended(match, viewer, kept)
        self._kept.move_to_end(key)
        found = kept[after:until]
        self._forget_old()
        return found

    async def _made(self, match: Match, viewer: Viewer, after: int, until: int) -> Forms:
        first, made = _forms(match, viewer, await self.matches.told(match.id, viewer, after))
        return made[max(0, after + 1 - first) : until + 1 - first]

    async def _extended(self, match: Match, viewer: Viewer, kept: Forms) -> Forms:
        """The same list, with all that there is by now; others may have lengthened it meanwhile."""
        told = await self.matches.told(match.id, viewer, len(kept))
        if (match.id, viewer) not in self._kept:
            self._kept[match.id, viewer] = kept
            self.size += _weight(kept)
        kept = self._kept[match.id, viewer]
        first, made = _forms(match, viewer, told)
        more = made[len(kept) + 1 - first :]
        kept += more
        self.size += _weight(more)
        return kept

    def _forget_old(self) -> None:
        while self.size > self.room:
            _, dropped = self._kept.popitem(last=False)
            self.size -= _weight(dropped)


def _forms(match: Match, viewer: Viewer, told: list[Told]) -> tuple[int, Forms]:
    """The number of the first event of commits, and all of them."""
    first = told[0].span(match, viewer)[0] if told else 1
    return first, forms(match, viewer, told)


def _joined(whose: str, after: int, found: Forms) -> bytes:
    """The events with their numbers; joined in one go, as a page is most of what its reader waits for."""
    parts = [b""] * (2 * len(found))
    parts[::2], parts[1::2] = openings(whose, after, after + len(found)), found
    return b"".join(parts)[1:]


def _weight(items: Forms) -> int:
    return sum(map(len, items)) + OVERHEAD * len(items)

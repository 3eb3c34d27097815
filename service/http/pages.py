"""Encoded events, kept as long as there is room: what a viewer was told never changes.

Of each match and viewer the first events are kept up to some number, so that every page is a cut from one
list; a page further on is made for the one who asks.
"""

from collections import OrderedDict
from typing import Final

import msgspec
from msgspec import Raw, Struct

from domain.kernel.match.aggregate import Match
from domain.kernel.viewers import Viewer
from service.http.views import item, point
from service.matches import Matches

ROOM: Final = 32 * 1024 * 1024
OVERHEAD: Final = 41
"""Bytes that an item costs besides its own."""

Items = list[bytes]


class Page(Struct):
    """`answers.EventPage`, with events that are encoded already."""

    events: Raw
    next: str
    more: bool


class Pages:
    """The events last asked for, as bytes."""

    def __init__(self, matches: Matches, room: int = ROOM) -> None:
        self.matches, self.room, self.size = matches, room, 0
        self._kept: OrderedDict[tuple[str, Viewer], Items] = OrderedDict()
        self._encoder = msgspec.json.Encoder()

    async def page(self, match: Match, viewer: Viewer, after: int, limit: int, reached: int) -> bytes:
        """At most `limit` events of `viewer` after its number `after`, of those up to `reached`."""
        found = await self._items(match, viewer, after, min(after + limit, reached)) if reached > after else []
        last = after + len(found)
        events = Raw(b"[%b]" % b",".join(found))
        return self._encoder.encode(Page(events, point(match, viewer, last), reached > last))

    async def _items(self, match: Match, viewer: Viewer, after: int, until: int) -> Items:
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

    async def _made(self, match: Match, viewer: Viewer, after: int, until: int) -> Items:
        told = await self.matches.told(match.id, viewer, after)
        seen = (seen for each in told for seen in each.seen(match, viewer))
        return [item(match, viewer, one) for one in seen if after < one.seq <= until]

    async def _extended(self, match: Match, viewer: Viewer, kept: Items) -> Items:
        """The same list, with all that there is by now; others may have lengthened it meanwhile."""
        told = await self.matches.told(match.id, viewer, len(kept))
        if (match.id, viewer) not in self._kept:
            self._kept[match.id, viewer] = kept
            self.size += _weight(kept)
        kept = self._kept[match.id, viewer]
        for one in (seen for each in told for seen in each.seen(match, viewer)):
            if one.seq == len(kept) + 1:
                kept.append(item(match, viewer, one))
                self.size += len(kept[-1]) + OVERHEAD
        return kept

    def _forget_old(self) -> None:
        while self.size > self.room:
            _, dropped = self._kept.popitem(last=False)
            self.size -= _weight(dropped)


def _weight(items: Items) -> int:
    return sum(map(len, items)) + OVERHEAD * len(items)

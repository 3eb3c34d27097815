"""The whole histories last read, decoded: whoever reads one after another, or as another viewer, finds it here.

A history only grows, so what is kept is right for ever; what came since is taken from the room, or all is read anew.
"""

from collections import OrderedDict
from typing import Final

from domain.kernel.match.past import tell
from service.opening import Opening
from service.room import Room, Told

MOST: Final = 10_000
"""Events of all histories that are kept; the one last read is kept whatever its length."""


class Histories:
    """What was told of the matches that somebody looked back on."""

    def __init__(self, opening: Opening) -> None:
        self._opening, self._size = opening, 0
        self._kept: OrderedDict[str, list[Told]] = OrderedDict()

    async def of(self, room: Room) -> list[Told]:
        """All commits of the match as it is in memory. ReadOnly, Unavailable."""
        match = room.match
        kept = self._kept.get(match.id)
        if kept is None or not self._extend(kept, room):
            recent = [*room.recent]
            entries = await self._opening.history(room)
            older = entries[: recent[0].number - 1] if recent else entries
            self._drop(match.id)
            kept = self._kept[match.id] = [*tell(match.codec, older, Told), *recent]
            self._size += _events(kept)
        self._kept.move_to_end(match.id)
        while self._size > MOST and len(self._kept) > 1:
            self._drop(next(iter(self._kept)))
        return kept

    def _extend(self, kept: list[Told], room: Room) -> bool:
        """Take what is missing from what was told lately; False when that does not reach back far enough."""
        missing = [told for told in room.recent if told.number > kept[-1].number]
        if kept[-1].number + len(missing) != room.match.version:
            return False
        kept += missing
        self._size += _events(missing)
        return True

    def _drop(self, match: str) -> None:
        self._size -= _events(self._kept.pop(match, []))


def _events(told: list[Told]) -> int:
    return sum(len(each.events) for each in told)

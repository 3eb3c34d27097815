"""A match held in memory by one process, what it was told lately, and who waits for more.

It is only a baseline: the stream is the authority, and every use begins by catching up with it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Hashable

from msgspec import Struct, field

from domain.kernel.audience import sees
from domain.kernel.commit import Entry
from domain.kernel.match.aggregate import Match
from domain.kernel.match.draft import Draft
from domain.kernel.match.past import Commit
from domain.kernel.match.undo import seq
from domain.kernel.viewers import AUDITOR, Viewer, bit

RECENT = 32


class Shown(Struct, gc=False):
    """A commit as one viewer gets it: the numbers of its events, and them encoded, as items and as messages."""

    span: range
    items: tuple[bytes, ...] | None = None
    chunk: bytes | None = None


class Told(Commit, frozen=True, gc=False):
    """A commit and what was made of it: each event encoded for all who see the same of it, by its place and
    `shape`, and the whole for each viewer."""

    forms: dict[tuple[int, Hashable], bytes] = field(default_factory=dict)
    shown: dict[Viewer, Shown] = field(default_factory=dict)

    def before_it(self, match: Match, viewer: Viewer) -> int:
        """How many events `viewer` had before this commit."""
        return sum(self.before.values()) if viewer == AUDITOR else seq(self.before, bit(match.seats, viewer))

    def to(self, match: Match, viewer: Viewer) -> Shown:
        """The commit as `viewer` gets it; made once."""
        shown = self.shown.get(viewer)
        if shown is None:
            first = self.before_it(match, viewer) + 1
            count = sum(1 for event in self.events if sees(event, viewer, match.seats))
            shown = self.shown[viewer] = Shown(range(first, first + count))
        return shown

    def span(self, match: Match, viewer: Viewer) -> range:
        """The numbers that the commit's events have for `viewer`."""
        return self.to(match, viewer).span


Push = Callable[[Told], bool]
"""Takes a commit to one who waits, at once and without waking anyone; False when its task must look itself."""


def _tell_once(changed: asyncio.Future[bool], told: bool) -> None:
    if not changed.done():
        changed.set_result(told)


class Room:
    """One match, its lock for writers, its latest commits and its listeners."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lock = asyncio.Lock()
        self.recent: deque[Told] = deque(maxlen=RECENT)
        self.listeners = 0
        self.talked = 0
        self.trouble: str | None = None
        self._waiting: dict[asyncio.Future[bool], Push | None] = {}

    def fold(self, entry: Entry) -> None:
        """Take in a stored commit, unless it is known already."""
        if entry.number <= self.match.version:
            return
        before = dict(self.match.counts)
        envelope, events = self.match.fold(entry)
        self._tell(Told(entry.number, envelope.at, events, before))

    def advance(self, draft: Draft) -> None:
        """Take in an own commit that the store acknowledged, unless a reader was faster."""
        if draft.entry.number != self.match.version + 1:
            return
        before = dict(self.match.counts)
        self.match.advance(draft)
        self._tell(Told(draft.entry.number, draft.at, draft.events, before))

    def _tell(self, told: Told) -> None:
        self.recent.append(told)
        loop = asyncio.get_running_loop()
        loop.call_soon(loop.call_soon, self._push, told)  # whoever gave the command is answered first

    def _push(self, told: Told) -> None:
        """Tell all who wait, or let them look."""
        for changed, push in list(self._waiting.items()):
            if push is None or not push(told):
                _tell_once(changed, True)

    def forget_forms(self) -> None:
        """Nobody listens any more: what was made for listeners is most of a match's memory, and is made again."""
        for told in self.recent:
            told.forms.clear()
            told.shown.clear()

    def heard(self) -> None:
        """Something may have been said at the table."""
        self.talked += 1
        self.wake()

    def wake(self) -> None:
        """Let all who wait look again."""
        for changed in self._waiting:
            _tell_once(changed, True)

    async def changed(self, seconds: float, push: Push | None = None) -> bool:
        """Return with the next commit that `push` does not take; False when none came within the time.

        One waiter's own future and timer: `asyncio.wait` and `timeout` cost more than all else of a wake-up."""
        loop = asyncio.get_running_loop()
        changed: asyncio.Future[bool] = loop.create_future()
        self._waiting[changed] = push
        timer = loop.call_later(seconds, _tell_once, changed, False)
        try:
            return await changed
        finally:
            timer.cancel()
            del self._waiting[changed]

    def since(self, viewer: Viewer, after: int) -> list[Told] | None:
        """The commits that have events for `viewer` after its number `after`; None when memory does
        not reach back that far."""
        found: list[Told] = []
        for told in reversed(self.recent):
            span = told.span(self.match, viewer)
            if span and span[-1] > after:
                found.append(told)
            if span and span[0] <= after + 1:
                return found[::-1]
        oldest = self.recent[0].before_it(self.match, viewer) if self.recent else self.match.seq(viewer)
        return None if oldest > after else found[::-1]

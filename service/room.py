"""A match held in memory by one process, what it was told lately, and who waits for more.

It is only a baseline: the stream is the authority, and every use begins by catching up with it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from domain.kernel.audience import Event
from domain.kernel.commit import Entry
from domain.kernel.match.aggregate import Match, Seen
from domain.kernel.match.draft import Draft
from domain.kernel.match.undo import seq
from domain.kernel.viewers import AUDITOR, Viewer, bit

RECENT = 128


class Told(Struct, gc=False):
    """One commit as it is told to viewers. `items` and `chunks` keep encoded forms, shared by all listeners."""

    number: int
    at: int
    events: Sequence[Event]
    before: Mapping[int, int]
    forms: dict[Viewer, tuple[Seen, ...]] = field(default_factory=dict)
    items: dict[Viewer, tuple[bytes, ...]] = field(default_factory=dict)
    chunks: dict[Viewer, bytes] = field(default_factory=dict)

    def first(self, match: Match, viewer: Viewer) -> int:
        """How many events `viewer` had before this commit."""
        return sum(self.before.values()) if viewer == AUDITOR else seq(self.before, bit(match.seats, viewer))

    def seen(self, match: Match, viewer: Viewer) -> tuple[Seen, ...]:
        """The commit's events as `viewer` gets them; made once."""
        forms = self.forms.get(viewer)
        if forms is None:
            forms = tuple(match.see(self.events, self.at, viewer, self.first(match, viewer)))
            self.forms[viewer] = forms
        return forms


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
            told.items.clear()
            told.chunks.clear()

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
            forms = told.seen(self.match, viewer)
            if forms and forms[-1].seq > after:
                found.append(told)
            if forms and forms[0].seq <= after + 1:
                return found[::-1]
        oldest = self.recent[0].first(self.match, viewer) if self.recent else self.match.seq(viewer)
        return None if oldest > after else found[::-1]

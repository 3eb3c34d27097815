"""Following a match live, as server-sent events."""

import asyncio
import contextlib
from collections.abc import Mapping
from functools import partial

from litestar.types import ASGIApp
from msgspec import UnsetType

from api_schema.requests import StreamQuery
from domain.kernel.match.aggregate import Match
from domain.kernel.viewers import Viewer, code
from service import tokens
from service.http.asking import Ask, Service
from service.http.limits import Outlet
from service.http.problems import Failure
from service.http.replies import Handler
from service.http.streaming import BEAT, ServerSent, write
from service.http.views import items, name_of
from service.live import Place
from service.room import Told
from service.routes.play import seq_of, viewer_of
from service.tokens import Bearer


def _messages(match: Match, viewer: Viewer, told: Told, after: int) -> bytes:
    whose = code(match.seats, viewer).encode()
    numbered = zip(told.span(match, viewer), items(match, viewer, told), strict=True)
    return b"".join([b"id: %b-%d\ndata: %b\n\n" % (whose, seq, said) for seq, said in numbered if seq > after])


def chunk(match: Match, viewer: Viewer, told: Told, after: int) -> bytes:
    """The messages of one commit after a number; whole commits are made once for all who listen."""
    shown = told.to(match, viewer)
    if shown.span[0] <= after:
        return _messages(match, viewer, told, after)
    if shown.chunk is None:
        shown.chunk = _messages(match, viewer, told, after)
    return shown.chunk


def start_of(match: Match, viewer: Viewer, ask: Ask, *, delayed: bool = False) -> int:
    """After which number the stream begins: the last one received, else the one asked for, else now. Failure
    when more was received than there is: the store has lost something. What comes late may seem to lie ahead."""
    whose, _, number = ask.request.headers.get("last-event-id", "").partition("-")
    if whose == code(match.seats, viewer) and number.isascii() and number.isdecimal() and len(number) < 10:
        if int(number) > match.seq(viewer) and not delayed:
            raise Failure("unknown-point", f"{whose}-{number} is not a point that {name_of(viewer)} has reached.")
        return min(int(number), match.seq(viewer))
    query: StreamQuery = ask.query
    return match.seq(viewer) if isinstance(query.after, UnsetType) else seq_of(match, viewer, query.after)


class EventStream(ServerSent):
    """What happens in a match, as one viewer is told it."""

    def __init__(
        self, service: Service, match: Match, viewer: Viewer, after: int, bearer: Bearer | None = None
    ) -> None:
        super().__init__(service, match.id, bearer)
        self.match, self.viewer, self.place = match, viewer, Place(after)

    async def follow(self, send: Outlet) -> str:
        settings, clock = self.service.settings, asyncio.get_running_loop().time
        end = clock() + settings.stream_max_s
        if _is_done(self.match, self.viewer, self.place.after):
            return "over"
        push = partial(self._push, send)
        live = self.service.live.follow(
            self.match.id, self.viewer, self.place, settings.beat_s, self.gone, push if send.can_push else None
        )
        async with contextlib.aclosing(live):
            async for told in live:
                match = self._now()
                if not self._is_admitted(match):
                    return "token"
                await write(send, BEAT if told is None else chunk(self.match, self.viewer, told, self.place.after))
                after = told.span(match, self.viewer)[-1] if told else self.place.after
                if _is_done(self._now(), self.viewer, after):
                    return "over"
                if told is None and clock() > end:
                    return "renew"
        return "shutdown"

    def _now(self) -> Match:
        return self.service.matches.near(self.match.id) or self.match

    def _is_admitted(self, match: Match) -> bool:
        return self.bearer is None or tokens.holds(match, self.bearer, self.service.matches.clock())

    def _push(self, outlet: Outlet, told: Told) -> bool:
        """Send a commit from where it was told, if it is the very next one and nothing else is to be decided: so a
        thousand listeners cost a thousand writes, and not as many tasks woken."""
        match, viewer, after = self._now(), self.viewer, self.place.after
        if match.table.status == "over" or self.service.delay.applies(match, viewer) or not self._is_admitted(match):
            return False
        span = told.span(match, viewer)
        if not span or span[-1] <= after:
            return True
        if span[0] != after + 1 or not outlet.push(chunk(match, viewer, told, after)):
            return False
        self.place.after = span[-1]
        return True


def _is_done(match: Match, viewer: Viewer, after: int) -> bool:
    return match.table.status == "over" and match.seq(viewer) <= after


async def stream_events(service: Service, ask: Ask) -> ASGIApp:
    match = await service.matches.open(ask.match_id)
    query: StreamQuery = ask.query
    viewer = viewer_of(match, ask, query.as_)
    delayed = service.delay.applies(match, viewer)
    match = await service.delay.seen(match, viewer)
    return EventStream(service, match, viewer, start_of(match, viewer, ask, delayed=delayed), ask.bearer)


HANDLERS: Mapping[str, Handler] = {"streamEvents": stream_events}

"""Following a match live, as server-sent events."""

import asyncio
import contextlib
from collections.abc import Mapping

import msgspec
from litestar.types import ASGIApp, Send
from msgspec import UnsetType

from api_schema.requests import StreamQuery
from domain.kernel.match.aggregate import Match, Seen
from domain.kernel.viewers import Viewer, code
from service import tokens
from service.http.asking import Ask, Service
from service.http.problems import Failure
from service.http.replies import Handler
from service.http.streaming import BEAT, ServerSent, write
from service.http.views import item, name_of
from service.room import Told
from service.routes.play import seq_of, viewer_of
from service.tokens import Bearer


def message(match: Match, viewer: Viewer, seen: Seen) -> bytes:
    """One event as a message of the stream."""
    said = item(match, viewer, seen)
    return b"id: %b\ndata: %b\n\n" % (said.id.encode(), msgspec.json.encode(said))


def chunk(match: Match, viewer: Viewer, told: Told, after: int) -> bytes:
    """The messages of one commit after a number; whole commits are encoded once for all who listen."""
    forms = told.seen(match, viewer)
    if forms[0].seq <= after:
        return b"".join(message(match, viewer, seen) for seen in forms if seen.seq > after)
    made = told.chunks.get(viewer)
    if made is None:
        made = told.chunks[viewer] = b"".join(message(match, viewer, seen) for seen in forms)
    return made


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
        self.match, self.viewer, self.after = match, viewer, after

    async def follow(self, send: Send) -> str:
        settings, clock = self.service.settings, asyncio.get_running_loop().time
        end = clock() + settings.stream_max_s
        if _is_done(self.match, self.viewer, self.after):
            return "over"
        live = self.service.live.follow(self.match.id, self.viewer, self.after, settings.beat_s, self.gone)
        async with contextlib.aclosing(live):
            async for told in live:
                match = self.service.matches.near(self.match.id) or self.match
                if self.bearer is not None and not tokens.holds(match, self.bearer, self.service.matches.clock()):
                    return "token"
                await write(send, BEAT if told is None else self._take(told))
                match = self.service.matches.near(self.match.id) or self.match
                if _is_done(match, self.viewer, self.after):
                    return "over"
                if told is None and clock() > end:
                    return "renew"
        return "shutdown"

    def _take(self, told: Told) -> bytes:
        block = chunk(self.match, self.viewer, told, self.after)
        self.after = told.seen(self.match, self.viewer)[-1].seq
        return block


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

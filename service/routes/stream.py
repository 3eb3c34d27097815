"""Following a match live, as server-sent events."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Final

import msgspec
from litestar import Response
from litestar.response import Stream
from msgspec import UnsetType

from api_schema.requests import StreamQuery
from domain.kernel.match.aggregate import Match, Seen
from domain.kernel.viewers import Viewer, code
from service.http.asking import Ask, Service
from service.http.replies import Handler, item
from service.http.watching import STREAMS
from service.room import Told
from service.routes.play import seq_of, viewer_of

HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Authorization"}
BEAT: Final = b": still here\n\n"


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


def bye(reason: str) -> bytes:
    """The last message of a stream."""
    return b'event: bye\ndata: {"reason":"%b"}\n\n' % reason.encode()


def start_of(match: Match, viewer: Viewer, ask: Ask) -> int:
    """After which number the stream begins: the last one received, else the one asked for, else now."""
    whose, _, number = ask.request.headers.get("last-event-id", "").partition("-")
    if whose == code(match.seats, viewer) and number.isascii() and number.isdecimal() and len(number) < 10:
        return min(int(number), match.seq(viewer))
    query: StreamQuery = ask.query
    return match.seq(viewer) if isinstance(query.after, UnsetType) else seq_of(match, viewer, query.after)


async def messages(service: Service, match: Match, viewer: Viewer, after: int) -> AsyncIterator[bytes]:
    """The stream itself. It ends with the match, with the service, or when the client is gone."""
    yield b"retry: %d\n\n" % service.settings.stream_retry_ms
    if _is_done(match, viewer, after):
        yield bye("over")
        return
    with STREAMS.track_inprogress():
        async for block in _live(service, match, viewer, after):
            yield block


async def _live(service: Service, match: Match, viewer: Viewer, after: int) -> AsyncIterator[bytes]:
    """What follows after a number, and the goodbye."""
    clock = asyncio.get_running_loop().time
    end = clock() + service.settings.stream_max_s
    async for told in service.live.follow(match.id, viewer, after, service.settings.beat_s):
        yield BEAT if told is None else chunk(match, viewer, told, after)
        if told is not None:
            after = told.seen(match, viewer)[-1].seq
        reason = _reason(service.matches.near(match.id) or match, viewer, after, old=told is None and clock() > end)
        if reason is not None:
            yield bye(reason)
            return
    yield bye("shutdown")


def _reason(match: Match, viewer: Viewer, after: int, *, old: bool) -> str | None:
    """Why a stream ends here, if it does."""
    if _is_done(match, viewer, after):
        return "over"
    return "renew" if old else None


def _is_done(match: Match, viewer: Viewer, after: int) -> bool:
    return match.table.status == "over" and match.seq(viewer) <= after


async def stream_events(service: Service, ask: Ask) -> Response[bytes]:
    match = await service.matches.open(ask.match_id)
    query: StreamQuery = ask.query
    viewer = viewer_of(match, ask, query.as_)
    after = start_of(match, viewer, ask)
    return Stream(messages(service, match, viewer, after), media_type="text/event-stream", headers=HEADERS)  # type: ignore[return-value]  # a response all the same


HANDLERS: Mapping[str, Handler] = {"streamEvents": stream_events}

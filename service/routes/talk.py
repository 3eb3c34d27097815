"""Table talk: saying, reading, following, erasing."""

import asyncio
import math
import secrets
from collections.abc import Mapping
from heapq import merge
from itertools import takewhile
from typing import Final

import msgspec
from litestar.types import ASGIApp
from msgspec import UnsetType

from api_schema.company import Say, TalkPage, TalkQuery, TalkStreamQuery
from domain.kernel.commit import command_id
from domain.kernel.match.aggregate import Match
from domain.kernel.refusal import Refused
from domain.kernel.viewers import HOST
from service import talk, tokens
from service.http.asking import Ask, Service, holder, still_admitted
from service.http.limits import Outlet
from service.http.problems import Failure, not_found
from service.http.reading import read_key
from service.http.replies import PRIVATE, REUSED, Handler, json
from service.http.streaming import BEAT, ServerSent, write
from service.room import Room
from service.talk import Line
from service.tokens import SECOND, Bearer

PAGE: Final = 100
MOST_DIGITS: Final = 6
SECRET: Final = {"Cache-Control": "no-store"}


async def say(service: Service, ask: Ask) -> ASGIApp:
    asked: Say = ask.body
    match, actor = await still_admitted(service, ask), holder(ask).actor
    if asked.to is not None and match.table.chair(asked.to) is None:
        raise not_found("seat")
    key = command_id(match.key, actor, f"talk|{read_key(ask.request) or secrets.token_hex(16)}")
    said = await service.talk.say(match, actor, asked.to, asked.text, key)
    if isinstance(said, Refused):
        raise Failure.refused(said)
    if isinstance(said, int):
        raise Failure("too-many-requests", "You have said much just now.", retry_s=said)
    if said.entry.text not in {asked.text, None} or said.entry.to != asked.to:
        raise Failure("key-reused", REUSED)
    return json(said.message(), 201, SECRET)


async def erase_talk(service: Service, ask: Ask) -> ASGIApp:
    match, bearer = await still_admitted(service, ask), holder(ask)
    line = await service.talk.find(match, ask.path["message"], bearer)
    if line is None:
        raise not_found("message")
    if bearer.role != HOST and not talk.is_author(match, line, bearer.actor):
        raise Failure("forbidden", "Somebody else said it.", code="wrong_seat")
    return json((await service.talk.erase(match, line, bearer.actor)).message(), headers=SECRET)


def _conversation(match: Match, ask: Ask) -> str:
    """The one that is asked for. Failure when the asker has no part in it."""
    query: TalkQuery = ask.query
    if isinstance(query.with_, UnsetType):
        return talk.ALL
    other = match.table.chair(query.with_)
    if ask.bearer is None or ask.bearer.role != "seat":
        raise Failure("forbidden", "Private talk is for the two who have it.", code="wrong_role")
    own = match.table.chair(ask.bearer.actor)
    if other is None or own is None or own is other:
        raise not_found("seat")
    return talk.private(match, own, other)


def _until(service: Service, match: Match, viewer: str) -> int | None:
    """Up to which time somebody is told what was said; None: all of it. Spectators hear it as late as they see."""
    if not service.delay.applies(match, viewer):
        return None
    return service.matches.clock() - match.table.spectator_delay * SECOND


def _old_enough(lines: list[Line], until: int | None) -> list[Line]:
    return list(takewhile(lambda line: until is None or line.entry.at <= until, lines))


async def read_talk(service: Service, ask: Ask) -> ASGIApp:
    query: TalkQuery = ask.query
    match = await service.matches.caught_up(ask.match_id)
    name, after = _conversation(match, ask), 0
    if not isinstance(query.after, UnsetType):
        whose, _, number = query.after.partition("-")
        if whose != name:
            raise Failure("unknown-point", f"{query.after} belongs to another conversation.")
        after = int(number)
    found = (await service.talk.read(match, {name: after}, query.limit + 1))[name]
    lines = _old_enough(found, _until(service, match, ask.viewer))
    told = lines[: query.limit]
    last = told[-1].number if told else after
    page = TalkPage(messages=[line.message() for line in told], next=f"{name}-{last}", more=len(lines) > query.limit)
    return json(page, headers=PRIVATE)


def positions(said: str) -> dict[str, int]:
    """Where the conversations of a stream stood. What makes no sense is left out."""
    found = {}
    for each in said.split(","):
        name, _, number = each.partition("-")
        if number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS:
            found[name] = int(number)
    return found


class TalkStream(ServerSent):
    """What is said at a table, as one listener hears it. `ripe_s` is in how many seconds what was said already is old
    enough for it."""

    def __init__(self, service: Service, match: str, bearer: Bearer | None, viewer: str, after: dict[str, int]) -> None:
        super().__init__(service, match, bearer)
        self.viewer, self.after = viewer, after
        self.ripe_s = math.inf

    async def follow(self, send: Outlet) -> str:
        live, settings, clock = self.service.live, self.service.settings, asyncio.get_running_loop().time
        end, beat_at = clock() + settings.stream_max_s, clock() + settings.beat_s
        async with live.listening(self.match_id) as room:
            while not (live.stopping.is_set() or self.gone.is_set()):
                talked, block = room.talked, await self._news()
                if block is None:
                    return "token"
                if not block and clock() < beat_at:
                    await self._quiet(room, talked, min(beat_at, clock() + self.ripe_s))
                    continue
                await write(send, block or BEAT)
                beat_at = clock() + settings.beat_s
                if not block and clock() > end:
                    return "renew"
        return "shutdown"

    async def _quiet(self, room: Room, talked: int, until: float) -> None:
        """Return when something was said, the time has come, or the stream must end."""
        clock, stopping = asyncio.get_running_loop().time, self.service.live.stopping
        while room.talked == talked and self._is_admitted(room.match) and clock() < until:
            if stopping.is_set() or self.gone.is_set():
                return
            await room.changed(until - clock())

    def _is_admitted(self, match: Match) -> bool:
        return self.bearer is None or tokens.holds(match, self.bearer, self.service.matches.clock())

    async def _news(self) -> bytes | None:
        """The messages of what was said since; None when the token is not good any more."""
        match = await self.service.matches.open(self.match_id)
        if not self._is_admitted(match):
            return None
        after = {name: self.after.get(name, 0) for name in talk.heard(match, self.bearer)}
        found = await self.service.talk.read(match, after, PAGE)
        lines = list(merge(*found.values(), key=lambda line: line.entry.at))
        until = _until(self.service, match, self.viewer)
        told = _old_enough(lines, until)
        self.ripe_s = math.inf if until is None or told == lines else (lines[len(told)].entry.at - until) / SECOND
        return b"".join(map(self._message, told))

    def _message(self, line: Line) -> bytes:
        self.after[line.conversation] = line.number
        place = ",".join(f"{name}-{number}" for name, number in self.after.items())
        return b"id: %b\ndata: %b\n\n" % (place.encode(), msgspec.json.encode(line.message()))


async def stream_talk(service: Service, ask: Ask) -> ASGIApp:
    query: TalkStreamQuery = ask.query
    asked = "" if isinstance(query.after, UnsetType) else query.after
    after = positions(ask.request.headers.get("last-event-id", "") or asked)
    match = await service.matches.caught_up(ask.match_id)
    after = {name: after[name] for name in talk.heard(match, ask.bearer) if name in after}
    return TalkStream(service, ask.match_id, ask.bearer, ask.viewer, after)


HANDLERS: Mapping[str, Handler] = {
    "say": say,
    "readTalk": read_talk,
    "streamTalk": stream_talk,
    "eraseTalk": erase_talk,
}

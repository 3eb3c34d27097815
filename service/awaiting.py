"""Whose turn it is, over many matches at once."""

import asyncio
import hashlib
import re
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Final

import msgspec
from msgspec import Struct

from api_schema.awaiting import SeatTurn
from api_schema.scalars import MATCH_ID
from domain.kernel.decision import ShownDecision
from domain.kernel.match.aggregate import Match
from domain.kernel.viewers import Seat
from service import tokens
from service.live import Live
from service.matches import Matches
from service.opening import NoSuchMatch, ReadOnly
from service.room import Room

IS_MATCH: Final = re.compile(MATCH_ID)
NOT_GOOD: Final = SeatTurn(good=False, match=None, seat=None, must=0, deadline_at=None)
STATE_CHARS: Final = 32


class Turns(Struct, frozen=True):
    """The seats in the order of their tokens; `state` changes with what they must decide."""

    seats: list[SeatTurn]
    state: str


def musts(match: Match, seat: Seat) -> list[ShownDecision]:
    """The decisions of a seat that the match waits for."""
    return [decision for decision in match.shown(seat) if decision.must and decision.seat == seat]


class Awaiting:
    """Looks for the seats whose matches wait for them."""

    def __init__(self, matches: Matches, live: Live) -> None:
        self.matches, self.live = matches, live

    async def look(self, given: Sequence[str]) -> Turns:
        """What the seats must decide whose tokens these are. Unavailable."""
        found = await asyncio.gather(*map(self._turn, given))
        ids = [id_ for _, own in found for id_ in own]
        seats = [turn for turn, _ in found]
        state = hashlib.sha256(msgspec.json.encode((seats, ids))).hexdigest()[:STATE_CHARS]
        return Turns(seats, state)

    async def wait(self, given: Sequence[str], since: str | None, seconds: float) -> Turns:
        """The same, as soon as the state is not `since`, or without that when somebody must decide; or the time
        is over."""
        clock = asyncio.get_running_loop().time
        end = clock() + seconds
        async with AsyncExitStack() as stack:
            found = await asyncio.gather(*map(self._seat, given))
            good = sorted({each[0].id for each in found if each is not None})
            rooms = [await stack.enter_async_context(self.live.listening(match)) for match in good]
            while True:
                known = [room.match.version for room in rooms]
                turns = await self.look(given)
                news = any(turn.must for turn in turns.seats) if since is None else turns.state != since
                if news or clock() >= end or self.live.stopping.is_set() or not rooms:
                    return turns
                if known == [room.match.version for room in rooms]:
                    await _any_changed(rooms, end - clock())

    async def _turn(self, token: str) -> tuple[SeatTurn, list[str]]:
        found = await self._seat(token)
        if found is None:
            return NOT_GOOD, []
        match, seat = found
        own = musts(match, seat)
        deadline = min((one.deadline_at for one in own if one.deadline_at is not None), default=None)
        turn = SeatTurn(good=True, match=match.id, seat=seat, must=len(own), deadline_at=deadline)
        return turn, [str(one.id) for one in own]

    async def _seat(self, token: str) -> tuple[Match, Seat] | None:
        """The match and the seat whose token it is. Whatever else it is, nothing is told of it."""
        match_id = tokens.match_of(token)
        if IS_MATCH.match(match_id) is None:
            return None
        try:
            match = await self.matches.open(match_id)
        except (NoSuchMatch, ReadOnly):
            return None
        bearer = tokens.admit(self.matches.server_key, match, token, self.matches.clock())
        return (match, bearer.actor) if bearer is not None and bearer.role == "seat" else None


async def _any_changed(rooms: Sequence[Room], seconds: float) -> None:
    """Return with the first news of any of the matches, or when the time is over."""
    waiting = [asyncio.ensure_future(room.changed(seconds)) for room in rooms]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

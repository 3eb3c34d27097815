"""The list of public matches: written after commits that change what it shows, and only a hint."""

import asyncio
from collections.abc import Coroutine, Mapping
from typing import Any, Final

import msgspec
import structlog

from api_schema import answers
from domain.kernel.match import events as e
from domain.kernel.match.aggregate import Match
from service.matches import Matches
from service.room import Room
from service.store.port import Unavailable

SHOWN: Final = (e.Created, e.SeatClaimed, e.SeatLeft, e.Started, e.SeatReplaced, e.Closed)
log = structlog.get_logger("conclave")


def name_key(seat: str, joined: int) -> str:
    """Where the name of a seat's person is kept. A newcomer's name does not take the place of the one before:
    spectators may still be shown that person."""
    return f"{seat}.{joined}" if joined else seat


def summary(match: Match, names: Mapping[str, str] | None = None, fault: str | None = None) -> answers.Match:
    """What anyone who may know of a match may know of it."""
    table, called = match.table, names or {}
    seats = [
        answers.Seat(
            seat=chair.seat,
            kind=chair.kind,
            bot=chair.bot if chair.kind == "bot" else None,
            name=called.get(name_key(chair.seat, chair.joined)) if chair.kind == "person" else None,
        )
        for chair in table.chairs
    ]
    return answers.Match(
        id=match.id,
        game=table.game,
        status=table.status,
        created_at=table.created_at,
        visibility=table.visibility,
        reveal=table.reveal,
        undo=table.undo,
        spectator_delay=table.spectator_delay,
        rematch_of=table.rematch_of,
        clock=table.clock,
        pack=table.pack,
        commitment=table.commitment,
        options=table.options,
        seats=seats,
        outcome=table.outcome,
        fault=fault,
    )


class Listing:
    """Keeps the list in step with this process's own commits, and forgets the names of those who left."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self._tasks: set[asyncio.Task[None]] = set()
        matches.after_commit.append(self.committed)

    def committed(self, room: Room) -> None:
        """An own commit: renew the match's entry if it changed."""
        events = room.recent[-1].events
        if any(isinstance(event, SHOWN) for event in events) and room.match.table.visibility == "public":
            self._spawn(self.put(room.match))
        left = [event.seat for event in events if isinstance(event, e.SeatLeft)]
        if left:
            self._spawn(self.matches.store.names.erase(room.match.id, *left))

    def put(self, match: Match) -> Coroutine[Any, Any, None]:
        """Write the match's entry as it is at this moment."""
        return self._put(match.id, match.table.created_at, match.version, msgspec.json.encode(summary(match)))

    async def _put(self, match: str, created_ms: int, version: int, said: bytes) -> None:
        try:
            await self.matches.store.lobby.put(match, created_ms, version, said)
        except Unavailable:
            log.warning("lobby_behind", match=match)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:  # whatever asyncio sends in
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settle(self) -> None:
        """Return when all that was begun is written."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

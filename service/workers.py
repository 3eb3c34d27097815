"""What happens without a request: windows that close when they are due, and seats that computers play.

Both only send commands, through the same guard and the same append as everyone. A lease keeps
workers from doing the same twice; without it a race would do no harm either.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from typing import Any, Final

import msgspec
import structlog

from domain.kernel.command import Command
from domain.kernel.decision import decision_id
from domain.kernel.match.aggregate import Match
from domain.kernel.viewers import SYSTEM
from service.matches import Busy, Matches
from service.opening import NoSuchMatch, ReadOnly
from service.room import Room
from service.store.port import Unavailable

LEASE_MS: Final = 5_000
POLL_S: Final = 0.5
STEPS: Final = 400


log = structlog.get_logger("conclave")


class Workers:
    """The worker of this process: woken by own commits at once, by the store's due times otherwise."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self.holder = secrets.token_hex(8)
        self.each_round: list[Callable[[], None]] = []
        self._poked: set[str] = set()
        self._poke = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        matches.after_commit.append(self.committed)

    def start(self) -> None:
        """Begin to work until `stop`."""
        self._spawn(self._loop())

    async def stop(self) -> None:
        """Give up what is under way; nothing is lost, it is all still due."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def committed(self, room: Room) -> None:
        """An own commit: note when the match is due, and look at once if it is."""
        due = self.due(room.match)
        if due is None:
            return
        self._spawn(self._note(room.match.id, due))
        if due <= self.matches.clock():
            self._poked.add(room.match.id)
            self._poke.set()

    async def _note(self, match: str, due: int) -> None:
        """Get the due time into the store, however long that is away: without it the match would stand still."""
        while True:
            try:
                await self.matches.store.due.put(match, due)
                return
            except Unavailable:
                await asyncio.sleep(POLL_S)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:  # whatever asyncio sends in
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @staticmethod
    def due(match: Match) -> int | None:
        """When a worker must act in this match: 0 if a computer's seat has to decide, else the time of
        the next window, or None."""
        if match.table.status != "running":
            return None
        bots = {chair.seat for chair in match.table.chairs if chair.kind == "bot"}
        if not bots and not match.game.meta.windows:
            return None
        if any(decision.must and decision.seat in bots for decision in match.asked()):
            return 0
        return match.due()

    async def _loop(self) -> None:
        while True:
            try:
                async with asyncio.timeout(POLL_S):
                    await self._poke.wait()
            except TimeoutError:
                pass
            self._poke.clear()
            try:
                await self.work()
            except Exception:  # the outermost: one match's trouble must not stop the worker for all
                log.exception("worker_failed")

    async def work(self) -> None:
        """Do all that is due now, in the matches known here and in those the store names."""
        for call in self.each_round:
            call()
        try:
            await self._serve_poked()
            now = self.matches.clock()
            for match, was in await self.matches.store.due.due(now):
                await self._serve(match)
                await self._settle(match, was)
        except Unavailable:
            return  # it stays due; the next round tries again

    async def _serve_poked(self) -> None:
        while self._poked:
            match = self._poked.pop()
            try:
                await self._serve(match)
            except Unavailable:
                self._poked.add(match)
                raise

    async def _settle(self, match: str, was: int) -> None:
        """Set the next time; a commit of another worker meanwhile may have asked for an earlier one."""
        store = self.matches.store
        try:
            opened = await self.matches.open(match)
            version, due = opened.version, self.due(opened)
            await store.due.settle(match, was, due)
            again = self.due(await self.matches.open(match)) if opened.version != version else due
        except (NoSuchMatch, ReadOnly):
            await store.due.settle(match, was, None)
            return
        if again is not None and again != due:
            await store.due.put(match, again)

    async def _serve(self, match: str) -> None:
        leases = self.matches.store.leases
        if not await leases.take(match, self.holder, self.matches.clock(), LEASE_MS):
            return
        try:
            for _ in range(STEPS):
                if not await self._step(await self.matches.open(match)):
                    return
                await asyncio.sleep(0)
        except (NoSuchMatch, ReadOnly, Busy):
            return
        finally:
            await leases.release(match, self.holder)

    async def _step(self, match: Match) -> bool:
        """Play one thing that is due in this match; False when there is none."""
        now = self.matches.clock()
        for decision in match.asked():
            if decision.seat == SYSTEM and (match.not_before(decision) or 0) <= now:
                command = _only(match, decision.offers[0].command)
                await self.matches.submit(match.id, SYSTEM, command, key=decision_id(match.key, decision))
                return True
        for chair in match.table.chairs:
            answer = match.bot_answer(chair.seat) if chair.kind == "bot" else None
            if answer is not None:
                key = f"bot|{answer.decision}|{match.version}"
                await self.matches.submit(match.id, chair.seat, answer.command, key=key, decision=answer.decision)
                return True
        return False


def _only(match: Match, name: str) -> Command:
    """The command without fields that a system decision holds."""
    return msgspec.convert({"type": name}, match.codec.command_type)  # type: ignore[no-any-return]  # a union

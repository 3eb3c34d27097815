"""What happens without a request: times that are over, windows that close, and seats that computers play.

All of it is sent as commands, through the same guard and the same append as everyone's. A lease keeps workers from
doing the same twice; without it a race would do no harm either. When a match is due stands in the store as a hint;
whether it is, the match itself says.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine
from typing import Any, Final

import msgspec
import structlog

from domain.kernel.command import Command
from domain.kernel.decision import decision_id
from domain.kernel.match.aggregate import Match
from domain.kernel.match.bots import Question, question
from domain.kernel.viewers import SYSTEM
from service.matches import Busy, Matches
from service.opening import NoSuchMatch, ReadOnly
from service.room import Room
from service.store.port import Unavailable
from service.thinking import InThreads, Thinking

LEASE_MS: Final = 5_000
POLL_S: Final = 0.5
STEPS: Final = 400
AT_ONCE: Final = 16  # matches that are being opened or written to
SOME: Final = 1_000  # matches that one look into the store names
FAILED_MS: Final = 60_000  # after which a match that could not be served is tried again


log = structlog.get_logger("conclave")


class Workers:
    """The worker of this process: woken by own commits at once, by the store's due times otherwise. Computers think
    in threads, unless `thinking` is set to something better."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self.thinking: Thinking = InThreads(matches.games)
        self.holder = secrets.token_hex(8)
        self.each_round: list[Callable[[], None]] = []
        self._poked: set[str] = set()
        self._poke = asyncio.Event()
        self._serving: dict[str, asyncio.Task[bool]] = {}
        self._hands = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        matches.after_commit.append(self.committed)

    def start(self) -> None:
        """Begin to work until `stop`."""
        self._spawn(self._loop())

    async def stop(self) -> None:
        """Give up what is under way; nothing is lost, it is all still due."""
        tasks = [*self._tasks, *self._serving.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinking.stop()

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
        the next window or the next deadline, or None."""
        table = match.table
        if table.status != "running":
            return None
        computers = {chair.seat for chair in table.chairs if chair.kind == "bot"}
        if not computers and table.clock is None and not match.game.meta.windows:
            return None
        if any(decision.must and decision.seat in computers for decision in match.asked()):
            return 0
        return match.due()

    # --- rounds ------------------------------------------------------------------------------

    async def _loop(self) -> None:
        while True:
            try:
                async with asyncio.timeout(POLL_S):
                    await self._poke.wait()
            except TimeoutError:
                pass
            self._poke.clear()
            try:
                await self._begin()
            except Exception:  # the outermost: no trouble may stop the worker for all
                log.exception("worker_failed")

    async def work(self) -> None:
        """Do all that is due now, in the matches known here and in those the store names."""
        await asyncio.sleep(0)  # what was committed a moment ago is noted first
        await self._begin()
        await asyncio.gather(*self._serving.values())

    async def _begin(self) -> None:
        """Begin with all that is due now and not under way; a computer that thinks long holds up its match alone."""
        for call in self.each_round:
            call()
        for match in self._poked - self._serving.keys():
            self._take_on(match)
        now, more = self.matches.clock(), True
        try:
            while more:
                found = await self.matches.store.due.due(now, SOME + len(self._serving))
                fresh = [(match, was) for match, was in found if match not in self._serving]
                for match, was in fresh:
                    self._take_on(match, was)
                more = len(fresh) >= SOME
        except Unavailable:
            return  # it stays due; the next round tries again

    def _take_on(self, match: str, was: int | None = None) -> None:
        task = asyncio.create_task(self._attend(match, was))
        self._serving[match] = task
        task.add_done_callback(lambda done: self._done(match, done))

    def _done(self, match: str, task: asyncio.Task[bool]) -> None:
        """What was asked for meanwhile comes at once."""
        del self._serving[match]
        if match in self._poked and not task.cancelled() and task.result():
            self._poke.set()

    async def _attend(self, match: str, was: int | None) -> bool:
        """Serve a match and, if the store named it, set its next time; False when it must wait for a later round."""
        try:
            await self._serve(match)
            if was is not None:
                await self._settle(match, was)
        except Unavailable:
            self._poked.add(match)
            return False
        except Exception:  # one match's trouble is its own
            log.exception("worker_failed", match=match)
            await self._put_off(match, was)
            return False
        return True

    async def _put_off(self, match: str, was: int | None) -> None:
        self._poked.discard(match)
        if was is not None:
            with contextlib.suppress(Unavailable):
                await self.matches.store.due.settle(match, was, self.matches.clock() + FAILED_MS)

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

    # --- one match ---------------------------------------------------------------------------

    async def _serve(self, match: str) -> None:
        leases = self.matches.store.leases
        async with self._hands:
            if not await leases.take(match, self.holder, self.matches.clock(), LEASE_MS):
                return
        try:
            for _ in range(STEPS):
                if not await self._step(match):
                    return
        except (NoSuchMatch, ReadOnly, Busy):
            return
        finally:
            await leases.release(match, self.holder)

    async def _step(self, match: str) -> bool:
        """Play one thing that is due in this match; False when there is none."""
        async with self._hands:
            self._poked.discard(match)  # whatever comes from now on is news
            opened = await self.matches.open(match)
            due = self._overdue(opened)
            if due is not None:
                await self.matches.submit(match, SYSTEM, due[1], key=due[0])
                return True
            asked = [found for chair in opened.table.chairs if (found := question(opened, chair.seat)) is not None]
        for one in asked:
            if await self._answer(match, one):
                return True
        return False

    def _overdue(self, match: Match) -> tuple[str, Command] | None:
        """What the system has to play now, and the key that makes it happen once."""
        now = self.matches.clock()
        for decision in match.asked():
            if decision.seat == SYSTEM and (match.not_before(decision) or 0) <= now:
                return decision_id(match.key, decision), _only(match, decision.offers[0].command)
        over = match.overdue(now)
        return None if over is None else (f"time|{over.seat}|{over.kind}|{over.serial}|{match.version}", over)

    async def _answer(self, match: str, asked: Question) -> bool:
        answer = await self.thinking.answer(asked)
        if answer is None:
            return False
        key = f"bot|{answer.decision}|{asked.version}"
        async with self._hands:
            await self.matches.submit(match, asked.seat, answer.command, key=key, decision=answer.decision)
        return True


def _only(match: Match, name: str) -> Command:
    """The command without fields that a system decision holds."""
    return msgspec.convert({"type": name}, match.codec.command_type)  # type: ignore[no-any-return]  # a union

"""Where computers think: beside the event loop, in processes of their own.

A thread would hold everyone up: Python runs one thread at a time, and one that computes gives way only every few
milliseconds. The processes start with the first question and end with this one, however that ends.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Final, Protocol

from domain.kernel.contract import AnyGame
from domain.kernel.decision import Answer
from domain.kernel.match import bots
from domain.kernel.match.bots import Question
from service.games import installed

PROCESSES: Final = max(1, (os.cpu_count() or 1) // 2)


class Thinking(Protocol):
    """Answers for seats that computers play."""

    async def answer(self, asked: Question) -> Answer | None:
        """What the computer does; None when it would rather wait."""

    def stop(self) -> None:
        """Give up what is under way."""


class InThreads:
    """For games that another process could not find, and for short tests: threads of this one."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._games = games

    async def answer(self, asked: Question) -> Answer | None:
        return await asyncio.to_thread(bots.answer, self._games, asked)

    def stop(self) -> None:
        return  # a thread cannot be stopped, and ends by itself


class InProcesses:
    """For the installed games: processes that find them by themselves."""

    def __init__(self, processes: int = PROCESSES) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def answer(self, asked: Question) -> Answer | None:
        """A broken pool is replaced; the question is still open, and is put to the new one."""
        try:
            return await self._ask(asked)
        except BrokenProcessPool:
            self.stop()
            return await self._ask(asked)

    async def _ask(self, asked: Question) -> Answer | None:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")  # a fork would share the store's connections
            self._pool = ProcessPoolExecutor(self._processes, context, initializer=_begin)
        return await asyncio.get_running_loop().run_in_executor(self._pool, _answer, asked)

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _begin() -> None:
    """In a new process: leave signals to the service, end when it ends, and know the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _games()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


@cache
def _games() -> Mapping[str, AnyGame]:
    return installed()


def _answer(asked: Question) -> Answer | None:
    return bots.answer(_games(), asked)

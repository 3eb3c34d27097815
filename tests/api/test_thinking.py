"""Where computers think: the same answers in threads and in processes, and no process outlives the service."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from domain.kernel.match.bots import Question, question
from domain.ultimatum import GAME
from service.thinking import InProcesses, InThreads
from tests.harness.matches import new_match, play_on

PARENT = """
import asyncio, multiprocessing, sys, time
from service.thinking import InProcesses
from tests.api.test_thinking import a_question

async def main():
    await InProcesses(1).answer(a_question())
    print(multiprocessing.active_children()[0].pid, flush=True)
    time.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def a_question() -> Question:
    match = new_match(GAME, 5, ("normal", "normal"))
    return next(asked for seat in match.seats if (asked := question(match, seat)) is not None)


@pytest.fixture
def processes() -> Iterator[InProcesses]:
    thinking = InProcesses(1)
    yield thinking
    thinking.stop()


async def test_a_process_and_a_thread_answer_as_the_rules_do_at_once(processes: InProcesses) -> None:
    threads = InThreads({"ultimatum": GAME})
    match = new_match(GAME, 3, ("normal", "random"), bosses="special")
    for (seat, answer), _ in zip(play_on(match), range(30), strict=False):
        asked = question(match, seat)
        assert asked is not None
        assert [answer, answer] == [await processes.answer(asked), await threads.answer(asked)]


async def test_a_question_holds_nothing_but_what_the_seat_is_shown() -> None:
    """ULT-SECRET-01: not even the order of piles and hands that it does not see."""
    match = new_match(GAME, 8, ("normal", "normal"), bosses="special")
    twin = new_match(GAME, 8, ("normal", "normal"), bosses="special")
    for pile in twin.state.piles.values():
        pile.cards.reverse()
    for seat, _ in zip(("stella", "roy"), range(2), strict=True):
        assert question(match, seat) == question(twin, seat)


async def test_a_process_that_died_is_replaced_and_asked_again(processes: InProcesses) -> None:
    asked = a_question()
    before = await processes.answer(asked)
    for child in multiprocessing.active_children():
        os.kill(child.pid or 0, signal.SIGKILL)
        child.join(10)
    assert before == await processes.answer(asked)


async def test_the_processes_end_with_a_service_that_is_killed() -> None:
    code = await asyncio.create_subprocess_exec(sys.executable, "-c", PARENT, stdout=subprocess.PIPE)
    assert code.stdout is not None
    child = int(await asyncio.wait_for(code.stdout.readline(), 30))
    watch = os.pidfd_open(child)
    code.kill()
    await code.wait()
    ended = asyncio.Event()
    asyncio.get_running_loop().add_reader(watch, ended.set)
    await asyncio.wait_for(ended.wait(), 10)
    asyncio.get_running_loop().remove_reader(watch)
    os.close(watch)

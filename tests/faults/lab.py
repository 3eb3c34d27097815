"""A round of the lab: people play, things break, all is whole again, and everything is counted."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random

from service.games import installed
from tests.faults.check import check
from tests.faults.players import Table
from tests.faults.world import World

AT_ONCE = 4
ROUND_S = 240.0


Breaking = Callable[[World, Random, Sequence[Table]], Awaitable[None]]
"""What goes wrong during a round. When it is done, everything is whole again."""


async def play_round(world: World, seed: str, breaking: Breaking) -> None:
    """Play while things break, then look at everything. AssertionError when anything is amiss.

    `seed` repeats the plan of the round; its moments are the machine's.
    """
    tables: list[Table] = []
    stopping = asyncio.Event()
    try:
        async with asyncio.timeout(ROUND_S), asyncio.TaskGroup() as group:
            for place in range(AT_ONCE):
                rng = Random(f"{seed}/{place}")
                group.create_task(_play(world, rng, tables, stopping, computers=int(place == 0)))
            await breaking(world, Random(f"{seed}/breaking"), tables)
            stopping.set()
        await check(world, tables)
        world.counts["rounds"] += 1
        world.counts["matches"] += len(tables)
    finally:
        await _leave(tables)


async def _play(world: World, rng: Random, tables: list[Table], stopping: asyncio.Event, *, computers: int) -> None:
    """One match after the other, until the round stops; the last one to a moment where a person must decide."""
    games = sorted(installed())
    while not stopping.is_set():
        table = Table(world, rng, installed()[rng.choice(games)])
        tables.append(table)
        await table.open(computers)
        while (turn := await table.turn()) is not None and not stopping.is_set():
            await table.decide(*turn)


async def _leave(tables: Sequence[Table]) -> None:
    for table in tables:
        for watcher in table.watchers:
            await watcher.stop()

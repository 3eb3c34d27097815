"""The faults, each at a moment that a seed chooses among all that happens."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random

from tests.faults.players import Table
from tests.faults.world import World

APART = 12
"""At most so many requests and answers between two faults."""

Strike = Callable[[World, Random, Sequence[Table]], Awaitable[int]]
"""What comes back is how many processes it killed."""


async def kill_first(world: World, rng: Random, tables: Sequence[Table]) -> int:
    return _count(world, "service", world.servers[0].kill())


async def kill_second(world: World, rng: Random, tables: Sequence[Table]) -> int:
    return _count(world, "service", world.servers[1].kill())


async def kill_store(world: World, rng: Random, tables: Sequence[Table]) -> int:
    return _count(world, "store", world.kill_store())


async def kill_all(world: World, rng: Random, tables: Sequence[Table]) -> int:
    store = await kill_store(world, rng, tables)
    return store + await kill_first(world, rng, tables) + await kill_second(world, rng, tables)


def _count(world: World, what: str, killed: bool) -> int:
    world.counts[f"killed: {what}"] += killed
    return int(killed)


async def cut_wire(world: World, rng: Random, tables: Sequence[Table]) -> int:
    world.counts["wires cut"] += sum(proxy.cut() for proxy in world.proxies)
    return 0


async def cut_all(world: World, rng: Random, tables: Sequence[Table]) -> int:
    world.cut_all()
    world.counts["wires cut"] += 1
    return 0


async def lose_answers(world: World, rng: Random, tables: Sequence[Table]) -> int:
    rng.choice(world.proxies).lose += rng.randint(1, 3)
    world.counts["answers lost"] += 1
    return 0


async def slow_down(world: World, rng: Random, tables: Sequence[Table]) -> int:
    """Answers are late until the next fault of this kind."""
    for proxy in world.proxies:
        proxy.delay_s = rng.choice((0.0, 0.02, 0.1))
    world.counts["wires slowed"] += 1
    return 0


async def freeze(world: World, rng: Random, tables: Sequence[Table]) -> int:
    with world.frozen_store():
        world.counts["store frozen"] += 1
        await asyncio.sleep(rng.uniform(0, 0.2))
    return 0


async def hang_up_streams(world: World, rng: Random, tables: Sequence[Table]) -> int:
    for table in tables:
        for watcher in table.watchers:
            watcher.cut()
    return 0


STRIKES: dict[Strike, int] = {
    kill_first: 4,
    kill_second: 4,
    kill_store: 8,
    kill_all: 2,
    cut_wire: 3,
    cut_all: 2,
    lose_answers: 3,
    slow_down: 3,
    freeze: 2,
    hang_up_streams: 2,
}
"""The faults, and how often each comes."""


async def strike_on(world: World, rng: Random, tables: Sequence[Table], kills: int) -> None:
    """One fault after the other, until so many processes have been killed."""
    kinds, weights = list(STRIKES), list(STRIKES.values())
    while kills > 0:
        await world.ticks.more(rng.randint(1, APART))
        await asyncio.sleep(rng.uniform(0, 0.01))  # anywhere between that request and its answer
        [strike] = rng.choices(kinds, weights)
        kills -= await strike(world, rng, tables)

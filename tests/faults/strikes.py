"""The faults, each at a moment that a seed chooses among all that happens."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from random import Random

from service.store.lane import REPLY_S
from tests.faults.players import Table
from tests.faults.world import World, until
from tests.store.replicated import Replicated

MASTERS, FAILOVERS = 0.7, 0.7
"""How often a server that is killed is a master, and stays away until its place is taken."""

APART = 12
"""At most so many requests and answers between two faults."""

Strike = Callable[[World, Random, Sequence[Table]], Awaitable[int]]
"""What comes back is how many processes it killed."""


async def kill_first(world: World, rng: Random, tables: Sequence[Table]) -> int:
    return _count(world, "service", killed=world.servers[0].kill())


async def kill_second(world: World, rng: Random, tables: Sequence[Table]) -> int:
    return _count(world, "service", killed=world.servers[1].kill())


async def kill_store(world: World, rng: Random, tables: Sequence[Table]) -> int:
    return _count(world, "store", killed=world.kill_store())


async def kill_all(world: World, rng: Random, tables: Sequence[Table]) -> int:
    store = await kill_store(world, rng, tables)
    return store + await kill_first(world, rng, tables) + await kill_second(world, rng, tables)


def _count(world: World, what: str, *, killed: bool) -> int:
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


async def stall(world: World, rng: Random, tables: Sequence[Table]) -> int:
    """The store stands still for longer than a service waits, so that all under way is sent again."""
    with world.frozen_store():
        world.counts["store stalled"] += 1
        await asyncio.sleep(REPLY_S * 1.1)
    return 0


async def hang_up_streams(world: World, rng: Random, tables: Sequence[Table]) -> int:
    for table in tables:
        for watcher in table.watchers:
            watcher.cut()
    return 0


STRIKES: dict[Strike, float] = {
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


async def kill_node(world: World, rng: Random, tables: Sequence[Table]) -> int:
    """One server of several, most often a master. It comes back at once, or when its place is taken; and no other
    one goes before all are in step again."""
    nodes = _nodes(world)
    masters = await asyncio.to_thread(nodes.masters)
    port = rng.choice(masters if rng.random() < MASTERS else list(nodes.ports))
    nodes.kill(port)
    if port in masters and rng.random() < FAILOVERS:
        await until(lambda: len(nodes.masters()) == len(masters))
        world.counts["failovers"] += 1
    await asyncio.to_thread(nodes.start, port)
    await until(nodes.is_whole)
    return _count(world, "store", killed=True)


async def freeze_master(world: World, rng: Random, tables: Sequence[Table]) -> int:
    """A master stands still until its place is taken, then goes on as if it still were one."""
    nodes = _nodes(world)
    masters = await asyncio.to_thread(nodes.masters)
    port = rng.choice(masters)
    with nodes.frozen(port):
        others = [one for one in nodes.ports if one != port]
        await until(lambda: sum(nodes.role(one) == "master" for one in others) == len(masters))
        await moment(world, rng)
    world.counts["failovers"] += 1
    world.counts["masters frozen"] += 1
    await until(nodes.is_whole)
    return 0


def _nodes(world: World) -> Replicated:
    assert world.nodes is not None, "one server alone"
    return world.nodes


STALLS = 0.3

STRIKES_AT_MANY: dict[Strike, float] = {
    kill_first: 2,
    kill_second: 2,
    kill_node: 6,
    freeze_master: 1,
    hang_up_streams: 1,
}
"""The same for a store of several servers."""


def kills(count: int, *, stalls: bool = False) -> Callable[[World, Random, Sequence[Table]], Awaitable[None]]:
    """One fault after the other, until so many processes have been killed; then all is whole again. Long stalls
    come only when asked for."""

    async def strike_on(world: World, rng: Random, tables: Sequence[Table]) -> None:
        strikes, left = STRIKES if world.nodes is None else STRIKES_AT_MANY, count
        if stalls and world.nodes is None:
            strikes = strikes | {stall: STALLS}
        while left > 0:
            await moment(world, rng)
            [strike] = rng.choices(list(strikes), list(strikes.values()))
            left -= await strike(world, rng, tables)
        for proxy in world.proxies:
            proxy.delay_s, proxy.lose = 0.0, 0
        await world.whole()

    return strike_on


async def moment(world: World, rng: Random) -> None:
    """Return somewhere among what happens: between a request and its answer, most likely."""
    await world.ticks.more(rng.randint(1, APART))
    await asyncio.sleep(rng.uniform(0, 0.01))


async def fill_disk(world: World, rng: Random, tables: Sequence[Table]) -> None:
    """No room on the store's disk, until its server has given up; then there is room again."""
    await moment(world, rng)
    before, filler = world.store_process(), world.data.parent / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(4096)):
            pass
    await until(lambda: world.store_process() != before)
    told = world.counts["told to repeat"]
    await until(lambda: world.counts["told to repeat"] > told)
    world.counts["disks filled"] += 1
    filler.unlink()
    await world.whole()

"""The short form of the fault lab: twenty kills, on both kinds of store. The long one is `./dev faults`."""

import shutil
from pathlib import Path
from random import Random

import pytest

from tests.faults.lab import play_round
from tests.faults.world import running

KILLS = 10


@pytest.mark.parametrize("kind", ["embedded", "attached"])
async def test_nothing_acknowledged_is_lost_whatever_is_killed(tmp_path: Path, kind: str) -> None:
    if kind == "attached" and shutil.which("redis-server") is None:
        pytest.skip("redis-server is not on the PATH")
    async with running(kind, tmp_path, Random(kind)) as world:
        await play_round(world, f"short/{kind}", KILLS)
    print(dict(world.counts))
    assert sum(count for what, count in world.counts.items() if what.startswith("killed")) >= KILLS
    assert world.counts["acknowledged"] > KILLS

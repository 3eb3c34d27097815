"""The short form of the fault lab: twenty kills on both kinds of store, a full disk. The long one is `./dev faults`."""

import shutil
from pathlib import Path
from random import Random

import pytest

from tests.faults.lab import play_round
from tests.faults.strikes import fill_disk, kills
from tests.faults.world import running, small_disk

KILLS = 10


@pytest.mark.parametrize("kind", ["embedded", "attached"])
async def test_nothing_acknowledged_is_lost_whatever_is_killed(tmp_path: Path, kind: str) -> None:
    if kind == "attached" and shutil.which("redis-server") is None:
        pytest.skip("redis-server is not on the PATH")
    async with running(kind, tmp_path, Random(kind)) as world:
        await play_round(world, f"short/{kind}", kills(KILLS))
    print(dict(world.counts))
    assert sum(count for what, count in world.counts.items() if what.startswith("killed")) >= KILLS
    assert world.counts["acknowledged"] > KILLS


async def test_a_full_disk_loses_nothing_and_is_got_over_without_a_restart(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        if disk is None:
            pytest.skip("no file system can be mounted here: that takes root")
        async with running("embedded", tmp_path, Random("disk"), disk) as world:
            await play_round(world, "short/disk", fill_disk)
    print(dict(world.counts))
    assert 1 == world.counts["disks filled"]

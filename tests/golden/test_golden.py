"""Each game has a golden match for each way to end, and it plays today as it was written."""

import msgspec
import pytest

from tests.golden.record import Golden, path_of, replayed, ways, written
from tests.harness.lab import GAMES

WAYS = [(name, ending) for name, game in GAMES.items() for ending in ways(game)]


@pytest.mark.parametrize(("game", "ending"), WAYS, ids=[f"{name}-{ending}" for name, ending in WAYS])
def test_a_golden_match_plays_as_it_was_written(game: str, ending: str) -> None:
    """Write it with `python -m tests.golden --write` where it is missing."""
    golden = msgspec.json.decode(path_of(game, ending).read_bytes(), type=Golden)

    again = written(replayed(golden))

    assert ending == golden.ending == again.ending
    assert golden.story == again.story
    assert golden.head == again.head

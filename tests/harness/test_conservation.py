"""Nothing comes from nowhere and nothing is lost: cards, tokens, coins."""

from domain.kernel.contract import AnyGame
from tests.harness.conserved import CONSTANT, NEVER_MORE
from tests.harness.lab import GAMES, Lab, seeds
from tests.harness.test_laws import ALL


def test_every_game_says_what_it_conserves() -> None:
    assert set(GAMES) == set(CONSTANT)


@ALL
def test_nothing_is_made_or_lost(game: AnyGame) -> None:
    count, bounded = CONSTANT[game.meta.id], NEVER_MORE.get(game.meta.id, lambda state: {})
    for seed in seeds(20):
        lab = Lab(game, seed).open()
        first, least = count(lab.match.state), bounded(lab.match.state)
        assert sum(first.values()) > 0
        while lab.match.outcome is None:
            lab.step()
            assert first == count(lab.match.state), (seed, lab.match.version)
            now = bounded(lab.match.state)
            assert all(now[name] <= least[name] for name in now), (seed, lab.match.version, least, now)
            least = now

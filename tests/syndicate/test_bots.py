"""The computers: how well they play, and that they play from what their seat is shown."""

from random import Random

import pytest

from domain.kernel.viewers import SYSTEM
from domain.syndicate import GAME
from tests.harness.lab import Lab
from tests.harness.test_twin_worlds import twin

SEATS = ("blue", "red", "green", "yellow")


def between(seed: int, policies: dict[str, str], **options: object) -> Lab:
    """A match in which each seat is played by its policy."""
    lab = Lab(GAME, seed, len(policies), options=dict(options), clock=None).open()
    for chair in lab.match.table.chairs:
        chair.kind, chair.bot = "bot", policies[chair.seat]
    while lab.match.outcome is None:
        answers = ((seat, lab.match.bot_answer(seat)) for seat in lab.match.seats)
        seat, answer = next(((s, a) for s, a in answers if a is not None), (SYSTEM, None))
        if answer is None:
            lab.step()
        else:
            lab.give(seat, answer.command, answer.decision)
    return lab


def test_the_greedy_computer_beats_three_that_play_at_random() -> None:
    """In twenty seeded matches, from each seat in turn."""
    wins = 0
    for seed in range(20):
        me = SEATS[seed % 4]
        outcome = between(seed, {seat: "greedy" if seat == me else "random" for seat in SEATS}).match.outcome
        wins += outcome is not None and outcome.winners == (me,)

    assert wins >= 19


def test_the_greedy_captain_opens_vaults() -> None:
    """SND-SOLO-48: in a fair part of all campaigns."""
    ends = [between(seed, {"blue": "greedy"}).match.outcome for seed in range(20)]

    assert sum(outcome is not None and outcome.reason == "vaults_opened" for outcome in ends) >= 5


@pytest.mark.parametrize("seats", [3, 5])
def test_a_computer_plays_the_same_whatever_it_cannot_see(seats: int) -> None:
    """SND-INF-11."""
    lab, rng, asked = Lab(GAME, 9, seats, options={}, clock=None).open(), Random(1), 0
    while lab.match.outcome is None and asked < 150:
        for seat, answer in lab.answers("greedy"):
            other = twin(lab, seat, rng)
            own = [other.show(decision, seat) for decision in other.asked() if decision.seat == seat]
            again = [GAME.bots["greedy"](match.rules, match.view(seat), own, Random(2)) for match in (lab.match, other)]
            assert again[0] == again[1]
            asked += answer is not None
        lab.step()
    assert asked >= 100

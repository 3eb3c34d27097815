"""The computers: how well they play, and that they play from what their seat is shown."""

from random import Random

import pytest

from domain.kernel.decision import lists
from domain.ultimatum import GAME
from domain.ultimatum.meta import SEATS
from tests.harness.matches import new_match, play_on, play_out


def test_the_normal_computer_beats_random_play() -> None:
    """Twenty seeded matches, half of them in each seat, half with special Bosses."""
    wins = 0
    for seed in range(20):
        me = SEATS[seed % 2]
        bots = ("normal", "random") if me == "stella" else ("random", "normal")
        match = play_out(new_match(GAME, seed, bots, bosses="special" if seed % 4 > 1 else "basic"))
        wins += match.outcome.winners == (me,)

    assert wins >= 16


@pytest.mark.parametrize("name", sorted(GAME.bots))
def test_a_computer_answers_with_what_is_listed_and_the_same_whenever_asked(name: str) -> None:
    options = {"bosses": "special", "boss_between_rounds": "choose_unused"}
    match = new_match(GAME, 7, (name, "normal"), **options)
    for seat, answer in play_on(match):
        asked = match.decision(answer.decision, seat)
        assert lists(asked, answer.command)
        assert answer == match.bot_answer(seat)


def test_a_computer_plays_the_same_whatever_it_cannot_see() -> None:
    """ULT-SECRET-01: the order of the piles and the enemy hand do not reach it."""
    match = new_match(GAME, 8, ("normal", "normal"), bosses="special")
    for seat, _ in play_on(match):
        twin = match.codec.copy(match.state)
        for pile in twin.piles.values():
            Random(1).shuffle(pile.cards)
        own = [match.show(decision, seat) for decision in match.decisions() if decision.seat == seat]
        views = (match.view(seat), GAME.view(match.rules, twin, seat))
        chosen = [GAME.bots["normal"](match.rules, view, own, Random(2)) for view in views]
        assert chosen[0] == chosen[1]

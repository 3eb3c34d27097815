"""The computers: how well they play, and that they play from what their seat is shown."""

from random import Random

import pytest

from domain.freedonia import GAME
from domain.freedonia.cards import LEADER_DECKS
from domain.freedonia.commands import OpeningSwap, TakeBack
from domain.freedonia.meta import SEATS
from domain.kernel.decision import lists
from tests.freedonia.table import Table
from tests.harness.matches import new_match, play_on, play_out


def wins(one: str, two: str, games: int, **options: str) -> int:
    """How many of these seeded matches `one` wins, half of them in each seat."""
    won = 0
    for seed in range(games):
        me = SEATS[seed % 2]
        bots = (one, two) if me == "leader" else (two, one)
        match = play_out(new_match(GAME, seed, bots, deck=LEADER_DECKS[seed // 2 % 4], **options))
        assert match.outcome is not None
        won += match.outcome.winners == (me,)
    return won


def test_the_hard_computer_beats_random_play() -> None:
    """The long run of the simulation asks for 88 % of 400; here 20 matches, half of them in each seat."""
    assert wins("hard", "random", 20) >= 15


@pytest.mark.parametrize("name", sorted(GAME.bots))
def test_a_computer_answers_with_what_is_listed_and_the_same_whenever_asked(name: str) -> None:
    match = new_match(GAME, 7, (name, "random"), deck="guardian", difficulty="crisis")
    for seat, answer in play_on(match):
        asked = match.decision(answer.decision, seat)
        assert asked is not None
        assert lists(asked, answer.command)
        assert answer == match.bot_answer(seat)


@pytest.mark.parametrize("policy", ["normal", "hard"])
def test_a_computer_plays_the_same_whatever_it_cannot_see(policy: str) -> None:
    """FRE-SECRET-01: the enemy hand, the decks and the decoys do not reach it."""
    rng = Random(4)
    match = new_match(GAME, 8, (policy, policy), deck="tribune")
    assert GAME.reseal is not None
    for seat, _ in play_on(match):
        twin = match.codec.copy(match.state)
        for camp in twin.camps.values():
            rng.shuffle(camp.deck.cards)
        GAME.reseal(match.rules, twin, seat, rng)
        own = [match.show(decision, seat) for decision in match.decisions() if decision.seat == seat]
        views = (match.view(seat), GAME.view(match.rules, twin, seat))
        chosen = [GAME.bots[policy](match.rules, view, own[:1], Random(2)) for view in views]
        assert chosen[0] == chosen[1]


def test_a_computer_takes_over_what_another_has_begun() -> None:
    """A seat may be given to a computer in the middle of a lay: it takes back what it would not have laid."""
    rng, taken_back = Random(6), 0
    for seed in range(3):
        match = new_match(GAME, seed)
        for seat, answer in play_on(match):
            chair = match.table.chair(seat)
            taken_back += chair is not None and chair.bot == "normal" and isinstance(answer.command, TakeBack)
            for chair in match.table.chairs:
                chair.bot = rng.choice(["random", "normal"])
    assert taken_back > 10


@pytest.mark.parametrize("difficulty", ["story", "normal", "hard", "crisis"])
def test_a_computer_puts_back_the_opening_cards_that_three_years_will_not_pay_for(difficulty: str) -> None:
    """FRE-HAND-02, FRE-YEAR-01: the richer the Leader, the dearer the cards that it keeps."""
    put_back = 0
    for seed in range(12):
        match = new_match(GAME, seed, ("hard", "hard"), deck=LEADER_DECKS[seed % 4], difficulty=difficulty)
        for seat in SEATS:
            answer, hand = match.bot_answer(seat), match.view(seat).seats[seat].hand
            dear = tuple(card for card in hand if match.rules.cards[card].cost > match.rules.income(seat, 3))
            assert answer is not None
            assert OpeningSwap(cards=dear) == answer.command
            put_back += bool(dear) and seat == "leader"
    assert (put_back == 0) == (difficulty == "story")


def test_on_story_the_computer_lays_one_card_in_a_venue_and_no_decoy() -> None:
    """FRE-DIFF-01."""
    match = new_match(GAME, 5, ("random", "hard"), difficulty="story")
    for _ in play_on(match):
        lays = match.state.camps["opposition"].lays
        assert len({lay.venue for lay in lays}) == len(lays)
        assert all(lay.name for lay in lays)


def test_the_computer_bluffs_with_a_picture_that_fits() -> None:
    """FRE-DECOY-02: a decoy never shows a face that no card could have there."""
    decoys = 0
    table = Table()
    cards = [table.rules.cards[card] for card in table.rules.decks["opposition"].cards]
    for seed in range(12):
        match = new_match(GAME, seed, ("random", "normal"))
        for _ in play_on(match):
            for lay in match.state.camps["opposition"].lays:
                if lay.name is None:
                    decoys += 1
                    assert any(card.face == lay.face and lay.venue in card.homes for card in cards)
    assert decoys > 0

"""Setting a match up: SND-SET, SND-RND."""

from typing import Any

import pytest

from domain.kernel.chance import Chance
from domain.kernel.play import Play
from domain.kernel.viewers import AUDITOR, SPECTATOR
from domain.syndicate import GAME
from domain.syndicate import commands as c
from domain.syndicate import frames as fr
from domain.syndicate.decide import decide, why_not
from domain.syndicate.meta import PHANTOM, SEATS
from domain.syndicate.packs import Rules
from domain.syndicate.rules import opening
from domain.syndicate.rules.board import next_first, next_party
from domain.syndicate.setup import setup
from domain.syndicate.state import State
from tests.syndicate.table import Table, built


def opened(seats: int, seed: int = 1, **chosen: Any) -> tuple[Rules, Play[State]]:
    """A match up to its first question."""
    rules = built(**chosen)
    play = Play(State(), Chance(b"opening %d" % seed, 1), SEATS[:seats], GAME.evolve)
    setup(rules, play, SEATS[:seats])
    return rules, play


def begun(seats: int, seed: int = 1, **chosen: Any) -> tuple[Rules, Play[State]]:
    """A match up to its first turn; everybody takes the first syndicate."""
    rules, play = opened(seats, seed, **chosen)
    while isinstance(frame := play.state.top, fr.Picking):
        seat = opening.waiting(frame)[0]
        name = opening.choosable(rules, play.state, frame, seat)[0]
        decide(rules, play, seat, c.ChooseSyndicate(syndicate=name))
    return rules, play


def names(play: Play[State]) -> list[str]:
    return [type(event).__name__ for event in play.events]


def test_each_seat_keeps_one_of_two_syndicates_in_secret() -> None:
    """SND-SET-07, SND-R-49, SND-INF-09."""
    rules, play = opened(3)
    offered = play.state.mats["blue"].offered.faces()
    refused = why_not(rules, play.state, "blue", c.ChooseSyndicate(syndicate="nobody"))
    assert refused is not None
    assert ("not_offered", 2) == (refused.code, len(offered))

    decide(rules, play, "blue", c.ChooseSyndicate(syndicate=offered[1]))

    again = why_not(rules, play.state, "blue", c.ChooseSyndicate(syndicate=offered[0]))
    assert again is not None
    assert "already_answered" == again.code
    seen = GAME.view(rules, play.state, "red")
    assert ("", (), ("red", "green")) == (seen.seats["blue"].syndicate, seen.seats["blue"].offered, seen.waiting)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("way", "asked"), [("random_one", 0), ("open_pick", 1)])
def test_syndicates_may_also_be_dealt_or_picked_in_turn(way: str, asked: int) -> None:
    """SND-R-49."""
    _, play = opened(4, syndicate_pick=way)
    frame = play.state.top

    assert asked == (len(opening.waiting(frame)) if isinstance(frame, fr.Picking) else 0)
    _, play = begun(4, syndicate_pick=way)
    assert 4 == len({mat.syndicate for mat in play.state.mats.values()})


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_table_is_laid_as_the_rules_say(seats: int) -> None:
    """SND-SET-01, SND-SET-02, SND-SET-03, SND-SET-05, SND-SET-06, SND-SET-10, SND-SET-12, SND-SET-13."""
    rules, play = begun(seats)
    state = play.state
    starts = sum(base.owner in state.mats for base in state.bases.values())

    assert (1, 1, None) == (state.round, state.alert, state.destroyer)
    assert (18 - starts, 19 + starts) == (len(state.board_chips), len(state.chip_box))
    assert {4} == {len(mat.hand) for mat in state.mats.values()}
    assert (78 - 4 * seats, 12) == (len(state.deck), len(state.techs))
    for mat in state.mats.values():
        card = rules.syndicates[mat.syndicate]
        assert (card.start, card.tech, card.assault) == (mat.purse, mat.tech, mat.assault)
        assert (card.assault, 0, 2) == (mat.reinf_armed, mat.reinf_used, mat.dice_armed)


def test_the_opening_happens_in_this_order() -> None:
    """SND-SET-14."""
    _, play = begun(2)
    order = [name for name in dict.fromkeys(names(play)) if name not in {"ChipReturned", "AwardClaimed"}]

    assert order == [
        "TableLaid", "SyndicatesDealt", "SyndicateLocked", "SyndicateTaken", "BonusChipsPlaced", "SovereignDeckBuilt",
        "OperationsShuffled", "CardsDrawn", "StartingPositionSet", "FirstPlayerDrawn", "RoundStarted", "TurnStarted",
    ]  # fmt: skip


def test_the_final_card_lies_fifth_sixth_or_seventh_and_nobody_sees_where() -> None:
    """SND-TV-016, SND-SET-04, SND-INF-04."""
    places = []
    for seed in range(300):
        rules, play = begun(2, seed)
        places.append(play.state.sov_deck.faces().index("sv_star") + 1)
        assert (8, 8) == (len(play.state.sov_deck), len(play.state.sov_box))
    assert {5, 6, 7} == set(places)
    assert all(0.2 < places.count(place) / 300 < 0.47 for place in (5, 6, 7))
    for viewer in (*play.seats, SPECTATOR):
        seen = GAME.view(rules, play.state, viewer)
        assert (8, None) == (seen.sovereign_deck, seen.truth)  # type: ignore[attr-defined]
    assert GAME.view(rules, play.state, AUDITOR).truth is not None  # type: ignore[attr-defined]


def test_a_start_base_brings_no_chip() -> None:
    """SND-SET-08, SND-SET-09, SND-R-51."""
    for seed in range(40):
        _, play = begun(5, seed)
        holder = next((s for s, mat in play.state.mats.items() if mat.syndicate == "fidge"), None)
        if holder is not None:
            break
    assert holder is not None
    assert (holder, True) == (play.state.owner("koss"), play.state.bases["koss"].fortified)
    assert "koss" not in play.state.board_chips
    assert 0 == len(play.state.mats[holder].chips)


def test_the_first_player_is_drawn_by_lot() -> None:
    """SND-RND-04, SND-R-50, SND-SET-14."""
    assert set(SEATS[:3]) == {begun(3, seed)[1].state.first for seed in range(40)}


def test_turns_go_clockwise_and_the_marker_moves_on() -> None:
    """SND-RND-02, SND-RND-03, SND-COL-06."""
    table = Table(3, {"round": 1})
    for seat in ("blue", "red", "green"):
        assert seat == table.state.active
        table.do(seat, c.EndTurn())
    table.until_round(2)

    assert (2, "red", "red") == (table.state.round, table.state.first, table.state.active)


def test_the_phantom_sits_before_the_first_seat() -> None:
    """SND-TV-011, SND-PH-01: it acts third, then second, then first."""
    state = Table(2, phantom=True).state
    rows = []
    for _ in range(4):
        state.mover, state.done = "", []
        order = []
        while (party := next_party(state)) is not None:
            order.append(party)
            state.done.append(party)
            state.mover = party
        rows.append(order)
        state.first = next_first(state)
    a, b = SEATS[:2]

    assert [[a, b, PHANTOM], [b, PHANTOM, a], [PHANTOM, a, b], [a, b, PHANTOM]] == rows


def test_the_phantom_gets_five_free_bases_and_their_chips_go_unseen() -> None:
    """SND-PH-02, SND-R-42, SND-PH-08: without mat, dice or cards."""
    _, play = begun(2, phantom=True)
    own = [t for t, base in play.state.bases.items() if base.owner == PHANTOM]

    assert (5, False) == (len(own), any(play.state.bases[t].fortified for t in own))
    assert not set(own) & set(play.state.board_chips)
    assert PHANTOM not in play.state.mats


def test_two_seats_may_play_without_a_phantom_and_more_never_have_one() -> None:
    """SND-PH-13."""
    assert not begun(2)[1].state.has_phantom
    assert not begun(3, phantom=True)[1].state.has_phantom

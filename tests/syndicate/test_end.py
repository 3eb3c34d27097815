"""The end of a match, its score, and what is never taken back: SND-END, SND-INF."""

from typing import Any

import pytest

from domain.kernel.match import commands as kernel
from domain.kernel.match.draft import Draft
from domain.kernel.refusal import Refused
from domain.syndicate import GAME
from domain.syndicate import commands as c
from domain.syndicate import frames as fr
from domain.syndicate.rules import awards, flow
from domain.syndicate.state import Base
from tests.harness.lab import Lab
from tests.syndicate.table import Table


def scored(given: dict[str, Any], **chosen: Any) -> Table:
    """The last collection is over."""
    table = Table(3, given, **chosen)
    table.state.final_round = table.state.round
    table.state.agenda.clear()
    table.state.push(fr.Round(stage="advance"))
    flow.run(table.rules, table.play)
    return table


def test_the_score_is_credits_and_awards_and_nothing_else() -> None:
    """SND-END-01, SND-END-04, SND-R-08."""
    table = scored({"A.credits": 20, "B.credits": 26, "C.credits": 19, "A.awards": ["aw_core"], "C.bases": 4})
    outcome = table.state.result
    assert outcome is not None

    assert ("highest_score", ("blue",)) == (outcome.reason, outcome.winners)
    assert (("blue",), ("red",), ("green",)) == outcome.ranking
    assert {"blue": 8, "red": 0, "green": 0} == table.event("GameScored").points


def test_an_award_of_the_last_collection_counts() -> None:
    """SND-TV-121, SND-END-03, SND-AWD-03, SND-R-54: after the income, in the order of that round, before the score."""
    table = Table(given={"round": 6, "node": "sov.begin", "sov_top": "sv_star", "koss.owner": "A"})
    table.sovereign()
    table.until_round(7)
    table.chance.script["d12"] = [12]
    while not isinstance(table.state.top, fr.Collection):
        table.by_default()
    table.state.bases |= {t: Base("blue") for t in ("blackstar", "kronos", "cora", "bohr_station")}
    table.state.bases |= {t: Base("green") for t in ("kafka", "io", "ceto", "etna", "vimana")}
    start = len(table.events)
    table.by_default()

    told = [name for name in table.names()[start:] if name in {"IncomeCollected", "AwardClaimed", "GameScored"}]
    assert [*["IncomeCollected"] * 4, "AwardClaimed", "GameScored"] == told
    assert ("red", "green", "aw_cartel") == (
        table.state.first,
        table.event("AwardClaimed").seat,
        table.event("AwardClaimed").award,
    )
    assert {"blue": 0, "red": 0, "green": 6, "yellow": 0} == table.event("GameScored").points


@pytest.mark.parametrize(("rule", "winners"), [("shared", ("blue", "red")), ("bases", ("red",))])
def test_equal_scores_share_the_win_or_bases_decide(rule: str, winners: tuple[str, ...]) -> None:
    """SND-R-36, SND-END-05."""
    table = scored({"A.credits": 30, "B.credits": 30, "B.bases": 1}, tiebreak=rule)
    assert table.state.result is not None

    assert winners == table.state.result.winners


def test_the_phantom_is_not_scored() -> None:
    """SND-PH-12."""
    table = Table(2, {"koss.owner": "PH"}, phantom=True)
    awards.score(table.rules, table.play)

    assert {"blue", "red"} == set(table.event("GameScored").credits)


@pytest.mark.parametrize(("place", "last"), [(5, 6), (6, 7), (7, 8)])
def test_the_match_lasts_one_round_more_than_the_final_card(place: int, last: int) -> None:
    """SND-TV-021, SND-R-06, SND-RND-01, SND-END-02."""
    table = Table(2, {"round": place, "node": "sov.begin", "sov_top": "sv_star"})
    table.sovereign()
    assert last == table.state.final_round
    table.until("GameScored")

    assert (last, []) == (table.state.round, table.asked())


def test_round_eight_is_the_last_in_any_case() -> None:
    """SND-END-07."""
    table = Table(2, {"round": 8, "node": "sov.begin", "sov_top": "sv_quiet"})
    table.sovereign()

    assert "GameScored" in table.names()


def lab(seats: int, **options: Any) -> Lab:
    """A match between persons, up to its first turn."""
    found = Lab(GAME, 5, seats, options=options).open()
    while isinstance(found.match.state.top, fr.Picking):
        found.step()
    return found


def test_with_more_than_two_seats_a_computer_takes_over_for_whoever_resigns() -> None:
    """SND-R-56, SND-END-06, SND-END-09: its bases and resources stay in play."""
    found = lab(3)
    purse = found.match.state.mats["red"].purse
    assert isinstance(found.give("red", kernel.Resign()), Draft)
    chair = found.match.table.chair("red")
    assert chair is not None

    assert ("bot", next(iter(GAME.bots)), purse) == (chair.kind, chair.bot, found.match.state.mats["red"].purse)
    assert found.match.outcome is None


def test_with_two_seats_the_other_one_wins_at_once() -> None:
    """SND-AUT-07, SND-END-08, SND-R-56."""
    found = lab(2)
    found.give("red", kernel.Resign())
    assert found.match.outcome is not None

    assert ("resigned", ("blue",)) == (found.match.outcome.reason, found.match.outcome.winners)


def test_free_actions_of_a_turn_are_taken_back_step_by_step() -> None:
    """SND-TURN-08 does not hold here: what has shown nothing new may be undone."""
    found = lab(2, syndicate_pick="random_one")
    mover = found.match.state.active
    before = found.match.state.mats[mover].purse
    credits_ = [c.Exchange(give="credits", get="crew", times=1), c.Exchange(give="credits", get="influence", times=1)]
    done = [found.give(mover, command) for command in credits_ if before.credits >= 4]
    taken_back = [found.give(mover, kernel.Undo()) for _ in done]

    assert all(isinstance(draft, Draft) for draft in (*done, *taken_back))
    assert before == found.match.state.mats[mover].purse


def test_what_has_shown_something_new_stands() -> None:
    """SND-TURN-08: a sold card lies open, so the sale cannot be undone."""
    found = lab(2)
    mover = found.match.state.active
    face = found.match.state.mats[mover].hand.faces()[0]
    value = found.match.rules.options.sale
    found.give(mover, c.SellCard(card=face, gain=c.Amounts(value, 0, 0)))

    assert isinstance(found.give(mover, kernel.Undo()), Refused)


def test_spectators_see_what_is_public_and_the_truth_opens_only_to_the_auditor() -> None:
    """SND-INF-13, SND-INF-14, SND-INF-01."""
    found = lab(3)
    seen: Any = found.match.view("spectator")

    assert {()} == {seat.hand for seat in seen.seats.values()}
    assert {4} == {seat.hand_size for seat in seen.seats.values()}
    assert seen.truth is None
    assert found.match.view("auditor").truth is not None  # type: ignore[attr-defined]  # the game's own view


def test_only_the_auditor_sees_the_order_of_the_decks() -> None:
    """SND-INF-04, SND-INF-14."""
    found = Lab(GAME, 6, 1, options={}).open()
    seen: Any = found.match.view("auditor")
    solo = found.match.state.solo

    assert tuple(solo.fuel_deck.faces()) == seen.truth.campaign["fuel"]
    assert {"cora": 18, "bohr_station": 10, "ceto": 8, "fuel": 27, "confrontations": 18} == {
        name: len(order) for name, order in seen.truth.campaign.items()
    }
    assert found.match.view("blue").truth is None  # type: ignore[attr-defined]  # the game's own view

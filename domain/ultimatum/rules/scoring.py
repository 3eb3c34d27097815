"""Scoring a round, and what the rounds amount to (rulebook: Scoring, End of the Game, Tournament Mode)."""

from typing import Final, Literal

from domain.kernel.play import Play
from domain.ultimatum import events as e
from domain.ultimatum.meta import DISTRICTS, SEATS, other
from domain.ultimatum.packs import Rules
from domain.ultimatum.rules.tokens import strength
from domain.ultimatum.state import Score, State

ROUNDS: Final = 2


def controller(rules: Rules, state: State, district: str) -> tuple[str, Literal["strength", "number", "second_mover"]]:
    """ULT-SCORE-02..04: strength, then number of tokens, then the second mover."""
    stella, roy = (strength(rules, state, district, seat).total for seat in SEATS)
    if stella != roy:
        return SEATS[roy > stella], "strength"
    stella, roy = (sum(state.here(district, seat).values()) for seat in SEATS)
    if stella != roy:
        return SEATS[roy > stella], "number"
    return other(state.first), "second_mover"


def score_round(rules: Rules, play: Play[State]) -> None:
    """ULT-SCORE-01, ULT-SCORE-05: each district has one controller; the points sum to five."""
    state = play.state
    points = dict.fromkeys(SEATS, 0)
    for district in DISTRICTS:
        seat, by = controller(rules, state, district)
        points[seat] += 1
        play.emit(
            e.DistrictScored(
                district=district,
                strength={s: strength(rules, state, district, s) for s in SEATS},
                tokens={s: sum(state.here(district, s).values()) for s in SEATS},
                controller=seat,
                by=by,
            )
        )
    winner = max(SEATS, key=lambda seat: points[seat])
    play.emit(e.RoundScored(round=state.round, score=Score(points, winner)))


def decided(rules: Rules, state: State) -> e.Decided | None:
    """ULT-GAME-01..03, ULT-TOUR-01: the end of the match after this round, or None."""
    totals = {seat: sum(score.points[seat] for score in state.scores) for seat in SEATS}
    twice = next((seat for seat, wins in state.match_points.items() if wins == ROUNDS), None)
    if rules.options.mode == "tournament":
        return e.Decided(reason="two_round_wins", winner=twice, totals=dict(state.match_points)) if twice else None
    if len(state.scores) < ROUNDS:
        return None
    if twice:
        return e.Decided(reason="both_rounds", winner=twice, totals=totals)
    if totals["stella"] == totals["roy"]:
        return e.Decided(reason="equal_totals", winner=None, totals=totals)
    return e.Decided(reason="totals", winner=max(SEATS, key=lambda seat: totals[seat]), totals=totals)

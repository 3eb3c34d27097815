"""Moving a count (rules text: Reading a count; Rare powers)."""

from typing import Final

from domain.freedonia import events as e
from domain.freedonia.meta import LEADER, OPPOSITION
from domain.freedonia.packs import Rules
from domain.freedonia.state import State
from domain.kernel.play import Play

MOST: Final = 50


def end(play: Play[State], winner: str, reason: e.Ending, venue: str | None = None) -> None:
    """FRE-WIN-01..04: the match is decided."""
    play.emit(e.GameEnded(winner=winner, reason=reason, venue=venue, year=play.state.year))


def anger_is_aimed(state: State) -> bool:
    """FRE-POWER-05, FRE-RUL-23: a card with that power stands for the Leader, in one of its years."""
    return any(
        card.aim_until is not None and state.year <= card.aim_until and card.side == LEADER
        for cards in state.standing.values()
        for card in cards
    )


def move(rules: Rules, play: Play[State], venue: str, wedges: int, mover: str, cause: e.Cause) -> None:
    """FRE-COUNT-04, FRE-POWER-05..07, FRE-WIN-03: never past an end; a 0 outside Parliament ends the match.

    Whoever calls this must look at `play.state.result` before going on.
    """
    aimed = venue == "streets" and wedges < 0 and mover == OPPOSITION and anger_is_aimed(play.state)
    kept_home = aimed and rules.options.aim_anger == "stay_home"
    moves = 0 if kept_home else -wedges if aimed else wedges
    start = play.state.counts[venue]
    to = min(max(start + moves, 0), MOST)
    moved = e.CountMoved(venue=venue, start=start, end=to, wedges=wedges, mover=mover, cause=cause, kept_home=kept_home)
    play.emit(moved)
    if to == 0 and venue != "parliament":
        end(play, OPPOSITION, "count_zero", venue)

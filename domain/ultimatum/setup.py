"""The opening of a match (rulebook: Setup)."""

from domain.kernel.play import Play
from domain.ultimatum import events as e
from domain.ultimatum.meta import SEATS
from domain.ultimatum.packs import Rules
from domain.ultimatum.rules import between, turn
from domain.ultimatum.state import State


def setup(rules: Rules, play: Play[State], seats: tuple[str, ...]) -> None:
    """ULT-SETUP-01..04: who begins, the Bosses, then the first round."""
    agreed = rules.options.first_player
    drawn = agreed == "random"
    first = seats[play.chance.pick("first", len(seats))] if drawn else agreed
    play.emit(e.FirstMover(seat=first, drawn=drawn))
    if rules.options.bosses == "basic":
        play.emit(e.BasicBosses(cards={seat: f"basic_{seat}" for seat in SEATS}))
    else:
        between.deal_bosses(rules, play)
    between.start_round(rules, play, 1, first)
    turn.run(rules, play)

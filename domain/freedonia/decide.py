"""The guard, and what follows from a command that passed it."""

from typing import assert_never

from domain.freedonia import commands as c
from domain.freedonia import events as e
from domain.freedonia.packs import Rules
from domain.freedonia.rules import hands, laying, year
from domain.freedonia.state import Laying, Opening, Shedding, State
from domain.kernel.play import Play
from domain.kernel.refusal import Refused

NO_DECISION = Refused(code="no_such_decision", rule="FRE-LAY-01", message="This is not yours to decide now.")


def why_not(rules: Rules, state: State, seat: str, command: c.FreCommand) -> Refused | None:
    """Why `seat` may not give this command now; it depends on what the seat can see alone (FRE-SECRET-05)."""
    match command, state.top:
        case c.OpeningSwap(cards=cards), Opening() if seat in state.camps:
            return hands.why_not_swap(state, seat, cards)
        case c.Shed(cards=cards), Shedding() as frame if seat in frame.due:
            return hands.why_not_shed(state, frame, seat, cards)
        case _, Laying(seat=layer) if layer == seat:
            return _why_not_while_laying(rules, state, seat, command)
        case _:
            return NO_DECISION


def _why_not_while_laying(rules: Rules, state: State, seat: str, command: c.FreCommand) -> Refused | None:
    match command:
        case c.CallFavour(card=card):
            return hands.why_not_favour(rules, state, seat, card)
        case c.LayCard(card=card, venue=venue):
            return laying.why_not_lay(rules, state, seat, card, venue)
        case c.LayDecoy(venue=venue, face=face):
            return laying.why_not_decoy(rules, state, seat, venue, face)
        case c.TakeBack(slot=slot):
            return laying.why_not_take_back(state, seat, slot)
        case c.PlayOrder(venue=target):
            return laying.why_not_order(rules, state, seat, target)
        case c.TakeBackOrder():
            return laying.why_not_take_back_order(state, seat)
        case c.Seal():
            return None
        case _:
            return NO_DECISION


def decide(rules: Rules, play: Play[State], seat: str, command: c.FreCommand) -> None:
    """Play a command that `why_not` passed, and all that follows without an answer."""
    match command:
        case c.OpeningSwap(cards=cards):
            year.swap(rules, play, seat, cards)
        case c.Shed(cards=cards):
            year.shed(rules, play, seat, cards)
        case c.CallFavour(card=card):
            hands.favour(rules, play, seat, card)
        case c.LayCard(card=card, venue=venue):
            laying.lay(rules, play, seat, card, venue)
        case c.LayDecoy(venue=venue, face=face):
            laying.lay_decoy(rules, play, seat, venue, face)
        case c.TakeBack(slot=slot):
            laying.take_back(rules, play, seat, slot)
        case c.PlayOrder(venue=target):
            laying.play_order(rules, play, seat, target)
        case c.TakeBackOrder():
            play.emit(e.OrderUnstaged(seat=seat))
        case c.Seal():
            laying.seal(rules, play, seat)
        case _:
            assert_never(command)

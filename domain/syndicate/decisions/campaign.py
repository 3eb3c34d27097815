"""What the seat of a campaign decides: exactly what the guard passes."""

from domain.kernel.choices import OneOf
from domain.kernel.decision import Decision, Offer
from domain.syndicate import commands as c
from domain.syndicate import frames as fr
from domain.syndicate.offers import campaign as offers
from domain.syndicate.offers import offer
from domain.syndicate.packs import Rules
from domain.syndicate.rules.ngata import journey
from domain.syndicate.state import State


def decisions(rules: Rules, state: State) -> list[Decision]:
    """The one open decision; none once the campaign is over (SND-SOLO-35)."""
    match state.top:
        case fr.Idle() as frame:
            return [_ask(state, "campaign", frame, *offers.of_idle(rules, state))]
        case fr.FuelChoice() as frame:
            ways = (True, False) if journey.why_not_answer(state, pay=True) is None else (False,)
            return [_ask(state, "bunker", frame, offer(c.SoloAnswerFuel, pay=OneOf(ways)))]
        case fr.Confronting() as frame:
            return [_ask(state, "confrontation", frame, *offers.of_confrontation(rules, state, frame))]
        case _:
            return []


def _ask(state: State, kind: str, frame: fr.AnyFrame, *found: Offer) -> Decision:
    return Decision(seat=state.solo.seat, kind=kind, serial=frame.serial, offers=found)

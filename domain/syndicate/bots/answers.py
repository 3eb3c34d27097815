"""From offers to answers: what every policy needs."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec import UNSET

from domain.kernel.decision import Answer, Offer, ShownDecision
from domain.syndicate import commands as c

Values = Mapping[str, object]
Offers = dict[str, list[Offer]]


def asked(decisions: Sequence[ShownDecision]) -> tuple[ShownDecision, tuple[Offer, ...]] | None:
    """The first question that has to be answered, with its offers; None when there is none."""
    for decision in decisions:
        if decision.must and decision.offers is not UNSET:
            return decision, decision.offers
    return None


def answered(decision: ShownDecision, command: str, values: Values) -> Answer:
    """A command with these values, in answer to a decision."""
    made = msgspec.convert({"type": command, **values}, cast(Any, c.SynCommand))  # a union of commands
    return Answer(cast(str, decision.id), made)


def by_command(offers: Sequence[Offer]) -> Offers:
    """The offers by the name of their command, without the game's prefix."""
    found: Offers = {}
    for offer in offers:
        found.setdefault(offer.command.partition(".")[2], []).append(offer)
    return found

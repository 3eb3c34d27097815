"""Computers: they get a seat's view and decisions, and nothing else."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, cast

import msgspec
from msgspec import UNSET, Struct

from domain.kernel.choices import sample
from domain.kernel.contract import Bot
from domain.kernel.decision import Answer, Offer, ShownDecision
from domain.syndicate import commands as c
from domain.syndicate.packs import Rules


def asked(decisions: Sequence[ShownDecision]) -> tuple[ShownDecision, tuple[Offer, ...]] | None:
    """The first question that has to be answered, with its offers; None when there is none."""
    for decision in decisions:
        if decision.must and decision.offers is not UNSET:
            return decision, decision.offers
    return None


def answered(decision: ShownDecision, offer: Offer, values: Mapping[str, object]) -> Answer:
    """The command of an offer with these values."""
    command = msgspec.convert({"type": offer.command, **values}, cast(Any, c.SynCommand))  # a union of commands
    return Answer(cast(str, decision.id), command)


def random(rules: Rules, view: Struct, decisions: Sequence[ShownDecision], rng: Random) -> Answer | None:
    """Any legal command of what has to be decided, each kind equally likely."""
    question = asked(decisions)
    if question is None:
        return None
    decision, offers = question
    offer = rng.choice(offers)
    return answered(decision, offer, cast(dict[str, object], sample(offer.choice, rng)))


BOTS: Mapping[str, Bot[Rules]] = {"random": random}

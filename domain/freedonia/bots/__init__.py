"""Computers: they get a seat's view and decisions, and nothing else."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import cast

import msgspec
from msgspec import UNSET, Struct

from domain.freedonia.bots.policies import POLICIES
from domain.freedonia.commands import FreCommand, LayCard
from domain.freedonia.packs import Rules
from domain.kernel.choices import sample
from domain.kernel.command import tag
from domain.kernel.contract import Bot
from domain.kernel.decision import Answer, Offer, ShownDecision


def _answer(decision: ShownDecision, offer: Offer, value: object) -> Answer:
    fields = {"type": offer.command, **cast(dict[str, object], value)}
    return Answer(cast(str, decision.id), msgspec.convert(fields, FreCommand))


def random(rules: Rules, view: Struct, decisions: Sequence[ShownDecision], rng: Random) -> Answer:
    """Any legal command; four times in five a card, as long as one can be laid."""
    decision = decisions[0]
    offers = () if decision.offers is UNSET else decision.offers
    lays = [offer for offer in offers if offer.command == tag(LayCard)]
    offer = lays[0] if lays and rng.random() < 0.8 else rng.choice(offers)
    return _answer(decision, offer, sample(offer.choice, rng))


BOTS: Mapping[str, Bot[Rules]] = {**POLICIES, "random": random}

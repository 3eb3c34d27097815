"""Any legal command, each kind equally likely."""

from collections.abc import Sequence
from random import Random
from typing import cast

from msgspec import Struct

from domain.kernel.choices import sample
from domain.kernel.decision import Answer, ShownDecision
from domain.syndicate.bots.answers import Values, answered, asked
from domain.syndicate.packs import Rules


def random(rules: Rules, view: Struct, decisions: Sequence[ShownDecision], rng: Random) -> Answer | None:
    """Answers what has to be decided, and never speaks unasked."""
    question = asked(decisions)
    if question is None:
        return None
    decision, offers = question
    offer = rng.choice(offers)
    return answered(decision, offer.command, cast(Values, sample(offer.choice, rng)))

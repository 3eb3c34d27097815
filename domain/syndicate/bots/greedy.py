"""A syndicate that looks one step ahead: the best attempt, cheap bases, no wasted card."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import cast

from msgspec import Struct

from domain.kernel.choices import Case, OneOf, each
from domain.kernel.decision import Answer, Offer, ShownDecision
from domain.syndicate.bots import campaign, worth
from domain.syndicate.bots.answers import Offers, Values, answered, asked, by_command
from domain.syndicate.bots.worth import Eyes, Plan
from domain.syndicate.cards import effects as f
from domain.syndicate.packs import Rules
from domain.syndicate.resources import Bundle
from domain.syndicate.view import View
from domain.syndicate.view.campaign import CampaignView

LISTED = 2_000
Choice = tuple[str, Values]
CAPTAIN: Mapping[str, Callable[[Rules, CampaignView, Offers, Random], Choice]] = {
    "campaign": campaign.act,
    "bunker": campaign.bunker,
    "confrontation": campaign.confront,
}


def greedy(rules: Rules, view: Struct, decisions: Sequence[ShownDecision], rng: Random) -> Answer | None:
    """Answers what has to be decided by what it seems to gain; never speaks unasked."""
    question = asked(decisions)
    if question is None:
        return None
    decision, offers = question
    table, listed = cast(View, view), by_command(offers)
    if table.campaign is not None:
        command, values = CAPTAIN[decision.kind](rules, table.campaign, listed, rng)
    else:
        command, values = POLICIES[decision.kind](Eyes(rules, table, decision.seat), listed, rng)
    return answered(decision, f"syndicate.{command}", values)


def _act(eyes: Eyes, offers: Offers, rng: Random) -> Choice:
    """The plan that gains most; when none gains anything the turn ends."""
    plans = [*_attempts(eyes, offers), *_other(eyes, offers)]
    best = max(plans, key=lambda plan: plan[0] + rng.random() * 0.01, default=(0.0, "EndTurn", {}))
    return (best[1], best[2]) if best[0] > 0 else ("EndTurn", {})


def _attempts(eyes: Eyes, offers: Offers) -> list[Plan]:
    ways: Mapping[str, Callable[[Eyes, Offer], list[Plan]]] = {
        "AttemptMission": worth.missions,
        "AttemptRobbery": worth.robberies,
        "LaunchAssault": worth.assaults,
    }
    return [plan for name, way in ways.items() for offer in offers.get(name, ()) for plan in way(eyes, offer)]


def _other(eyes: Eyes, offers: Offers) -> list[Plan]:
    plans = [plan for offer in offers.get("BuyBase", ()) for plan in worth.purchases(eyes, offer)]
    plans += [plan for offer in offers.get("SellCard", ()) for plan in worth.sales(eyes, offer)]
    plans += worth.exchanges(eyes, offers.get("Exchange", []))
    plans += _chips(offers)
    plans += [(2.0, "UseAbility", {"ability": next(each(o.choice))["ability"]}) for o in offers.get("UseAbility", ())]  # type: ignore[index]  # a record
    return plans + _sleeper(eyes, offers)


def _chips(offers: Offers) -> list[Plan]:
    """Every chip is played as soon as it can be."""
    arms = [arm for offer in offers.get("PlayChip", ()) for arm in cast(Case, offer.choice).arms]
    choices = [(arm.value, cast(OneOf, arm.fields["choice"]).values[0]) for arm in arms]
    return [(5.0, "PlayChip", {"chip": chip, "choice": choice}) for chip, choice in choices]


def _sleeper(eyes: Eyes, offers: Offers) -> list[Plan]:
    """A sleeper goes into an empty slot."""
    sleepers = [face for face in eyes.own.hand if face in eyes.rules.sleepers]
    if eyes.own.slot_occupied or not sleepers or "ActivateSleeper" not in offers:
        return []
    return [(0.3, "ActivateSleeper", {"card": sleepers[0], "burn": False})]


def _syndicate(eyes: Eyes, offers: Offers, rng: Random) -> Choice:
    """The one that starts and earns most."""

    def strength(name: object) -> float:
        card = eyes.rules.syndicates[str(name)]
        start = 15.0 if isinstance(card.bonus, f.StartBase) else 0.0
        return start + eyes.worth(card.start) + 6 * eyes.worth(card.income)

    names = [cast(Values, value)["syndicate"] for value in each(offers["ChooseSyndicate"][0].choice)]
    return "ChooseSyndicate", {"syndicate": max(names, key=strength)}


def _tech(eyes: Eyes, offers: Offers, rng: Random) -> Choice:
    """Income first, then whatever is there."""
    names = [str(cast(Values, value)["tech"]) for value in each(offers["ChooseAdvancedTech"][0].choice)]
    income = [name for name in names if isinstance(eyes.rules.techs[name].effect, f.Income)]
    return "ChooseAdvancedTech", {"tech": (income or names)[0]}


def _window(eyes: Eyes, offers: Offers, rng: Random) -> Choice:
    """What lies in the slot is used at the first chance."""
    if "PlaySleeper" in offers:
        return "PlaySleeper", cast(Values, next(each(offers["PlaySleeper"][0].choice)))
    return "PassWindow", {}


def _pardon(eyes: Eyes, offers: Offers, rng: Random) -> Choice:
    """A pardon is bought when the card would cost more."""
    price = eyes.worth(Bundle(influence=eyes.own.pardon))
    ways = [cast(Values, value)["pay"] for value in each(offers["AnswerPardon"][0].choice)]
    return "AnswerPardon", {"pay": True in ways and worth.threatened(eyes) > price}


def _flips(eyes: Eyes, offers: Offers, rng: Random) -> Choice:
    """The bases that earn least rest."""
    ways = [cast(Values, value) for value in each(offers["ChooseTaxFlips"][0].choice, LISTED)]
    lost = [sum(eyes.worth(eyes.rules.zone(t).income) for t in cast(tuple[str, ...], way["flip"])) for way in ways]
    return "ChooseTaxFlips", ways[lost.index(min(lost))]


def _discard(eyes: Eyes, offers: Offers, rng: Random) -> Choice:
    """The worst cards go."""
    one = cast(Values, next(each(offers["ChooseDiscards"][0].choice)))
    number = len(cast(list[str], one["cards"]))
    return "ChooseDiscards", {"cards": sorted(eyes.own.hand, key=lambda face: worth.card_worth(eyes, face))[:number]}


def _collection(eyes: Eyes, offers: Offers, rng: Random) -> Choice:
    """The way to settle that brings most."""
    ways = [cast(Values, value) for value in each(offers["SubmitCollection"][0].choice, LISTED)]
    return "SubmitCollection", max(ways, key=lambda way: worth.collected(eyes, way))


POLICIES: Mapping[str, Callable[[Eyes, Offers, Random], Choice]] = {
    "choose_syndicate": _syndicate,
    "act": _act,
    "choose_tech": _tech,
    "window": _window,
    "phantom_ready": lambda eyes, offers, rng: ("PhantomReady", {}),
    "pardon": _pardon,
    "tax_flips": _flips,
    "discard": _discard,
    "blockade": lambda eyes, offers, rng: ("CloseSovereign", {}),
    "collection": _collection,
}

"""The computers of each level: what they plan, one command at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import cast

from msgspec import UNSET, Struct

from domain.freedonia import commands as c
from domain.freedonia.bots import orders
from domain.freedonia.bots.outlook import PLACE, Outlook, outlook, pieces
from domain.freedonia.bots.planning import Level, Year, plan
from domain.freedonia.bots.worth import Weights
from domain.freedonia.meta import VENUES
from domain.freedonia.packs import Rules
from domain.freedonia.view import CampView, LayView, View
from domain.kernel.choices import Pick, Record
from domain.kernel.command import tag
from domain.kernel.contract import Bot
from domain.kernel.decision import Answer, Offer, ShownDecision

SOON = 3  # the year whose income an opening card may cost at most
SLOW = 2  # what costs so much more than the income can wait for a favour
WEAK = 2  # the clout of a card that a favour may take


def policy(level: Level) -> Bot[Rules]:
    """A computer that thinks as hard as its level says."""

    def play(rules: Rules, view: Struct, decisions: Sequence[ShownDecision], rng: Random) -> Answer:
        decision = decisions[0]
        offers = () if decision.offers is UNSET else decision.offers
        return Answer(cast(str, decision.id), _command(rules, cast(View, view), decision, offers, level))

    return play


def _command(rules: Rules, view: View, decision: ShownDecision, offers: Sequence[Offer], level: Level) -> c.FreCommand:
    camp = view.seats[decision.seat]
    if decision.kind == "opening_swap":
        soon = rules.income(decision.seat, SOON)
        return c.OpeningSwap(cards=tuple(card for card in camp.hand or () if rules.cards[card].cost > soon))
    if decision.kind == "shed":
        due = cast(Pick, cast(Record, offers[0].choice).fields["cards"]).low
        return c.Shed(cards=_shed(rules, camp, rules.income(decision.seat, view.year), due))
    return _lay(rules, outlook(rules, view, decision.seat), camp, offers, level)


def _shed(rules: Rules, camp: CampView, income: int, due: int) -> tuple[str, ...]:
    """First what cannot be paid for, then the least useful; Record cards last."""
    known = pieces(rules)

    def kept(card: str) -> tuple[bool, bool, int]:
        piece = known[card]
        return card in camp.record, piece.cost <= income, piece.clout + abs(piece.effect[1])

    return tuple(sorted(camp.hand or (), key=kept)[:due])


def _lay(rules: Rules, o: Outlook, camp: CampView, offers: Sequence[Offer], level: Level) -> c.FreCommand:
    """The first part of the plan that is not done yet: order, favour, cards, decoy, order, seal."""
    order = orders.means_to_play(o, camp)
    begun = bool(camp.draft) or camp.order.staged is not None
    if order and not begun and (first := orders.at_once(rules, o)):
        return first
    year = plan(rules, o, level, order=order or camp.order.staged is not None)
    if any(offer.command == tag(c.CallFavour) for offer in offers) and (given := _favour(rules, o, year)):
        return c.CallFavour(card=given)
    return _carry_out(year, camp.draft or ()) or (orders.at_seal(rules, o, year) if order else None) or c.Seal()


def _carry_out(year: Year, draft: Sequence[LayView]) -> c.FreCommand | None:
    """What the draft lacks of the plan; what somebody else began, and the plan does not have, is taken back first."""
    missing = Counter[tuple[str | None, int]]([*year.plan, *([(None, year.decoy[0])] if year.decoy else [])])
    for lay in draft:
        wanted = (lay.card, PLACE[lay.venue])
        if not missing[wanted]:
            return c.TakeBack(slot=lay.slot)
        missing[wanted] -= 1
    for card, venue in missing.elements():
        if card is None:
            return c.LayDecoy(venue=VENUES[venue], face=year.decoy[1] if year.decoy else None)
        return c.LayCard(card=card, venue=VENUES[venue])
    return None


def _favour(rules: Rules, o: Outlook, year: Year) -> str | None:
    """With money to spare, an idle card that is too dear or too weak goes for a new one."""
    known = pieces(rules)
    used = [card for card, _ in year.plan]
    if o.fiat - sum(known[card].cost for card in used) < 1:
        return None
    idle = list((Counter(o.hand) - Counter(used)).elements())
    dear = [card for card in idle if known[card].cost > rules.income(o.seat, o.year) + SLOW]
    weak = [card for card in idle if known[card].clout <= WEAK and not known[card].far]
    return min([*dear, *weak], key=lambda card: (card not in dear, known[card].clout), default=None)


STORY = Level(samples=3, candidates=16, heat=20.0, bluffs=False)
NORMAL = Level(samples=3, candidates=10, heat=8.0)
HARD = Level(
    samples=12, candidates=12, heat=0.3, weights=Weights(danger=80.0, goal=1.7, stands=1.5, clout=1.3), weighs=True
)

POLICIES: dict[str, Bot[Rules]] = {
    "normal": policy(NORMAL),
    "hard": policy(HARD),
    "crisis": policy(HARD),
    "story": policy(STORY),
}

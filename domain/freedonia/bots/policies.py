"""The computers of each level: what they plan, one command at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import cast

from msgspec import Struct

from domain.freedonia import commands as c
from domain.freedonia.bots.outlook import PLACE, Outlook, outlook, pieces
from domain.freedonia.bots.planning import Level, Year, plan
from domain.freedonia.bots.worth import Weights
from domain.freedonia.cards.content import BarVenue, GainFiat, NoBackfire, PeekLay, TotalBonus
from domain.freedonia.meta import VENUES
from domain.freedonia.packs import Rules
from domain.freedonia.view import View
from domain.kernel.command import tag
from domain.kernel.contract import Bot
from domain.kernel.decision import Answer, ShownDecision

DEAR = 3


def policy(level: Level) -> Bot[Rules]:
    """A computer that thinks as hard as its level says."""

    def play(rules: Rules, view: Struct, decisions: Sequence[ShownDecision], rng: Random) -> Answer:
        decision = decisions[0]
        command = _answer(rules, cast(View, view), decision, level)
        return Answer(cast(str, decision.id), command)

    return play


def _answer(rules: Rules, view: View, decision: ShownDecision, level: Level) -> c.FreCommand:
    seat = decision.seat
    if decision.kind == "opening_swap":
        hand = view.seats[seat].hand or ()
        return c.OpeningSwap(cards=tuple(card for card in hand if rules.cards[card].cost > DEAR))
    if decision.kind == "shed":
        return c.Shed(cards=_shed(rules, view, decision))
    return _lay(rules, view, decision, level)


def _shed(rules: Rules, view: View, decision: ShownDecision) -> tuple[str, ...]:
    """First what cannot be paid for, then the least useful; Record cards last."""
    camp = view.seats[decision.seat]
    due = decision.offers[0].choice.fields["cards"].low
    known, income = pieces(rules), rules.income(decision.seat, view.year)

    def keep(card: str) -> tuple[bool, bool, int]:
        piece = known[card]
        return (card in camp.record, piece.cost <= income, piece.clout + abs(piece.effect[1]))

    return tuple(sorted(camp.hand or (), key=keep)[:due])


def _lay(rules: Rules, view: View, decision: ShownDecision, level: Level) -> c.FreCommand:
    camp = view.seats[decision.seat]
    offered = {offer.command for offer in decision.offers}
    o = outlook(rules, view, decision.seat)
    draft = Counter((lay.card, PLACE[lay.venue]) for lay in camp.draft or () if lay.card)
    if camp.order.state == "ready" and not camp.draft and not camp.order.staged:
        at_once = _at_once(rules, view, o)
        if at_once is not None:
            return at_once
    year = plan(rules, o, level)
    if tag(c.CallFavour) in offered:
        favour = _favour(rules, view, o, year)
        if favour is not None:
            return favour
    for card, venue in (Counter(year.plan) - draft).elements():
        return c.LayCard(card=card, venue=VENUES[venue])
    if year.decoy and not any(lay.decoy for lay in camp.draft or ()):
        return c.LayDecoy(venue=year.decoy[0], face=year.decoy[1])
    if camp.order.state == "ready" and not camp.order.staged:
        target = _staged(rules, view, o, year)
        if target is not None:
            return c.PlayOrder(venue=target)
    return c.Seal()


def _now(o: Outlook) -> bool:
    """Whether to play the order this year: in the election year, or now and then before."""
    return o.to_election == 0 or Random(repr((o.year, o.counts, o.hand))).random() < 0.15


def _at_once(rules: Rules, view: View, o: Outlook) -> c.FreCommand | None:
    effect = rules.order(o.seat).effect
    if not isinstance(effect, GainFiat | PeekLay) or not _now(o):
        return None
    if isinstance(effect, GainFiat):
        return c.PlayOrder(venue=None)
    covered = Counter(lay.venue for lay in o.covered)
    if not covered:
        return None
    best = max(covered, key=lambda venue: (covered[venue], o.goals[venue] > 0, -venue))
    return c.PlayOrder(venue=VENUES[best])


def _staged(rules: Rules, view: View, o: Outlook, year: Year) -> str | None:
    effect = rules.order(o.seat).effect
    if not _now(o) or not isinstance(effect, NoBackfire | TotalBonus | BarVenue):
        return None
    known = pieces(rules)
    if isinstance(effect, BarVenue):
        laid = Counter(venue for _, venue in year.plan)
        goals = [venue for venue in range(5) if o.goals[venue]]
        return VENUES[max(goals, key=lambda venue: (laid[venue], o.counts[venue] - o.goals[venue]))]
    laid = Counter()
    for card, venue in year.plan:
        laid[venue] += known[card].clout
    return VENUES[max(laid, key=lambda venue: laid[venue])] if laid else None


def _favour(rules: Rules, view: View, o: Outlook, year: Year) -> c.FreCommand | None:
    """With money to spare, an idle card goes for a new one."""
    known, camp = pieces(rules), view.seats[o.seat]
    spent = sum(known[card].cost for card, _ in year.plan)
    if o.fiat - spent < 1 or not (camp.deck or camp.discard):
        return None
    idle = list((Counter(o.hand) - Counter(card for card, _ in year.plan)).elements())
    income = rules.income(o.seat, o.year)
    dear = [card for card in idle if known[card].cost > income + 2]
    weak = [card for card in idle if known[card].clout <= 2 and not known[card].far]
    given = sorted([*dear, *weak], key=lambda card: (card not in dear, known[card].clout))
    return c.CallFavour(card=given[0]) if given else None


STORY = Level(samples=4, candidates=4, heat=5.0, bluffs=False)
NORMAL = Level(samples=8, candidates=8, heat=1.0)
HARD = Level(samples=14, candidates=12, heat=0.3)

POLICIES: dict[str, Bot[Rules]] = {
    "normal": policy(NORMAL),
    "hard": policy(HARD),
    "crisis": policy(HARD),
    "story": policy(STORY),
}

"""When a computer plays its order, and where."""

from __future__ import annotations

from collections import Counter
from random import Random

from domain.freedonia.bots.outlook import Outlook, pieces
from domain.freedonia.bots.planning import Year
from domain.freedonia.cards.content import BarVenue, GainFiat, PeekLay
from domain.freedonia.commands import PlayOrder
from domain.freedonia.meta import VENUES
from domain.freedonia.packs import Rules
from domain.freedonia.view import CampView

EARLY = 0.15  # how often an order is played before the election year


def means_to_play(o: Outlook, camp: CampView) -> bool:
    """In the election year, as the term ends with it; now and then before."""
    if camp.order.state != "ready" or camp.order.staged:
        return False
    return o.to_election == 0 or Random(repr((o.seat, o.year, o.hand))).random() < EARLY


def at_once(rules: Rules, o: Outlook) -> PlayOrder | None:
    """An order that is played before anything is laid: money, or a look where most lies face down."""
    effect = rules.order(o.seat).effect
    if isinstance(effect, GainFiat):
        return PlayOrder(venue=None)
    covered = Counter(lay.venue for lay in o.covered)
    if not isinstance(effect, PeekLay) or not covered:
        return None
    return PlayOrder(venue=VENUES[max(covered, key=lambda venue: (covered[venue], o.goals[venue] > 0, -venue))])


def at_seal(rules: Rules, o: Outlook, year: Year) -> PlayOrder | None:
    """An order that goes with the cards: against a goal, or where most own clout lies."""
    if rules.order(o.seat).timing == "at_once":
        return None
    clout = Counter[int]()
    for card, venue in year.plan:
        clout[venue] += pieces(rules)[card].clout
    if year.target is not None:
        return PlayOrder(venue=VENUES[year.target])
    if isinstance(rules.order(o.seat).effect, BarVenue):
        goals = [venue for venue in range(5) if o.goals[venue]]
        return PlayOrder(venue=VENUES[max(goals, key=lambda venue: (clout[venue], o.counts[venue], -venue))])
    return PlayOrder(venue=VENUES[max(clout, key=lambda venue: (clout[venue], -venue))]) if clout else None

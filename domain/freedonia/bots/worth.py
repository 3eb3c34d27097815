"""How good a position is for the Leader, venue by venue; the Opposition wants the opposite."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from domain.freedonia.bots.outlook import PARLIAMENT, STREETS, Outlook, pieces
from domain.freedonia.packs import Rules

LOST = -1000.0
MOST = 50
SPAN = 3  # wedges on either side over which a slope is taken
PRICE = 2  # FRE-POWER-03


@dataclass(frozen=True, slots=True)
class Weights:
    """What the parts of a value weigh."""

    danger: float = 60.0
    fear: float = 4.5
    wedge: float = 0.25
    goal: float = 1.3
    surplus: float = 0.35
    stands: float = 1.0
    clout: float = 0.8
    won: float = 60.0
    hope: float = 0.0
    spread: float = 3.0


@dataclass(frozen=True, slots=True)
class Worth:
    """`values[venue][count]`, and for each venue the worth of one more wedge there now."""

    values: tuple[tuple[float, ...], ...]
    slopes: tuple[float, ...]
    counts: tuple[int, ...]
    suspended: bool
    chances: tuple[tuple[float, ...], ...]
    stake: float
    weights: Weights

    def stander(self, venue: int, clout: int) -> float:
        """What a standing card of this clout is worth to its side."""
        w = self.weights
        return self.slopes[venue] * (w.stands + w.clout * clout + 0.05 * clout * clout)


def worth(rules: Rules, o: Outlook, weights: Weights) -> Worth:
    """The worth of every count of every venue, this year."""
    known = pieces(rules)
    suspended = any(card.own and card.leader and known[card.card].suspends for here in o.standing for card in here)
    election = o.to_election == 0 and not suspended
    counts = tuple(
        max(0, count - PRICE) if suspended and venue == STREETS else count for venue, count in enumerate(o.counts)
    )
    values = tuple(tuple(_values(o, venue, weights, election=election)) for venue in range(5))
    slopes = tuple(_slope(values[venue], counts[venue]) for venue in range(5))
    decisive = election or (suspended and o.streak >= 1)
    years = 0 if decisive else o.to_election or 4
    chances = tuple(tuple(_chance(count - goal, years, weights) for count in range(MOST + 1)) for goal in o.goals)
    stake = weights.won if decisive else weights.hope / years
    return Worth(values, slopes, counts, suspended, chances, stake, weights)


def _chance(above: int, years: int, w: Weights) -> float:
    """How likely a goal is met at the next election, from a count this far above it now."""
    if years == 0:
        return float(above >= 0)
    return 1 / (1 + exp(-(above + 1) / (w.spread * years)))


def _values(o: Outlook, venue: int, w: Weights, *, election: bool) -> list[float]:
    near = 1.6 if o.to_election == 0 else 1.0
    fear = _parliament(o) if venue == PARLIAMENT else 1.0
    goal = o.goals[venue]
    found = [-w.danger * fear * exp(-count / w.fear) + w.wedge * count for count in range(MOST + 1)]
    if goal:
        for count in range(MOST + 1):
            found[count] += w.surplus * min(6, max(0, count - goal)) - w.goal * near * max(0, goal - count)
    if venue != PARLIAMENT or election:
        found[0] = LOST
    return found


def _parliament(o: Outlook) -> float:
    """Parliament is in danger at elections alone."""
    return {0: 0.9, 1: 0.5}.get(o.to_election, 0.3)


def _slope(values: tuple[float, ...], count: int) -> float:
    low, high = max(1, count - SPAN), min(MOST, max(1, count) + SPAN)
    return (values[high] - values[low]) / (high - low)

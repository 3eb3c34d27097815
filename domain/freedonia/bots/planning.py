"""A year's lay for either seat, planned from its outlook alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from random import Random

from domain.freedonia.bots.enemy import Pattern, Replies, decoy_face, laid
from domain.freedonia.bots.outlook import Outlook
from domain.freedonia.bots.solver import Plan, Solver
from domain.freedonia.bots.worth import Weights, Worth, worth
from domain.freedonia.packs import Rules

BLUFFED = 4  # lays that are tried with a decoy beside them
QUIET: Pattern = (0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Level:
    """How hard a computer thinks: `samples` of what the enemy may hold or have laid, `candidates` that are looked at
    closely, `heat` of the choice among them, whether it bluffs, and whether it weighs where to send its order."""

    samples: int
    candidates: int
    heat: float
    weights: Weights = Weights()
    bluffs: bool = True
    weighs: bool = False


@dataclass(frozen=True, slots=True)
class Year:
    """What a seat means to do this year. `decoy` is a venue and a picture; `target` where its order should go."""

    plan: Plan
    decoy: tuple[int, str | None] | None = None
    target: int | None = None

    @property
    def pattern(self) -> Pattern:
        """What others will see of it."""
        venues = [venue for _, venue in self.plan] + ([self.decoy[0]] if self.decoy else [])
        return tuple(venues.count(venue) for venue in range(5))


Ranked = Sequence[tuple[float, Year]]


@lru_cache(maxsize=256)
def plan(rules: Rules, o: Outlook, level: Level, *, order: bool) -> Year:
    """The year's lay of a seat; `order`: it means to play its order. The same for the same outlook, so that a plan
    holds while it is carried out command by command."""
    rng = Random(repr(o))
    value = worth(rules, o, level.weights)
    ranked = _leader(rules, o, level, value, rng) if o.leader else _opposition(rules, o, level, value, rng, order=order)
    return _choose(ranked, level.heat, rng)


def _leader(rules: Rules, o: Outlook, level: Level, value: Worth, rng: Random) -> Ranked:
    solver = Solver(rules, o, value, leader=True, scenarios=laid(rules, o, value, level.samples, rng))
    room = [0 if venue == o.barred else rules.places(o.seat) for venue in range(5)]
    ranked = solver.plans(o.hand, o.fiat, room)[: level.candidates]
    return [(score, Year(lay)) for score, lay in ranked]


def _opposition(rules: Rules, o: Outlook, level: Level, value: Worth, rng: Random, *, order: bool) -> Ranked:
    replies = Replies(rules, o, value, level.samples, rng)
    solver = Solver(rules, o, value, leader=False, scenarios=replies.scenarios(QUIET))
    years = [Year(lay) for _, lay in solver.plans(o.hand, o.fiat, [rules.places(o.seat)] * 5)[: level.candidates]]
    ranked = _rank([(replies.score(year.plan, year.pattern), year) for year in years])
    if rules.decoys and level.bluffs:
        twins = [_bluff(rules, year, rng) for _, year in ranked[:BLUFFED]]
        ranked = _rank([*ranked, *((replies.score(twin.plan, twin.pattern), twin) for twin in twins if twin)])
    if order and level.weighs:
        targets = [venue for venue in range(5) if o.goals[venue]]
        aimed = [Year(year.plan, year.decoy, venue) for _, year in ranked[:BLUFFED] for venue in targets]
        ranked = _rank([(replies.score(year.plan, year.pattern, year.target), year) for year in aimed])
    return ranked


def _rank(scored: list[tuple[float, Year]]) -> list[tuple[float, Year]]:
    return sorted(scored, key=lambda each: (-each[0], repr(each[1])))


def _bluff(rules: Rules, year: Year, rng: Random) -> Year | None:
    """The same lay with a decoy where nothing else lies; None where something lies everywhere."""
    free = [venue for venue in range(5) if not year.pattern[venue]]
    if not free:
        return None
    venue = rng.choice(free)
    return Year(year.plan, (venue, decoy_face(rules, venue, rng)))


def _choose(ranked: Ranked, heat: float, rng: Random) -> Year:
    """One of the ranked, which are best first: the hotter, the more often another than the best."""
    best = ranked[0][0]
    weights = [exp((score - best) / heat) for score, _ in ranked]
    return rng.choices([year for _, year in ranked], weights)[0]

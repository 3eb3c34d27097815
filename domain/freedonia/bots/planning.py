"""A year's lay for either seat, planned from its outlook alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from random import Random

from domain.freedonia.bots.outlook import PLACE, Outlook, Piece, pieces
from domain.freedonia.bots.solver import NOTHING, Plan, Scenario, Solver
from domain.freedonia.bots.worth import Weights, Worth, worth
from domain.freedonia.meta import OPPOSITION, VENUES, other
from domain.freedonia.packs import Rules

DECOY_PRIOR = 0.3


@dataclass(frozen=True, slots=True)
class Level:
    """How hard a computer thinks: `samples` of what the enemy may hold or have laid, `candidates` that are looked at
    more closely, `heat` of the choice among them, and whether it bluffs."""

    samples: int
    candidates: int
    heat: float
    weights: Weights = Weights()
    bluffs: bool = True


@dataclass(frozen=True, slots=True)
class Year:
    """What a seat means to do this year; `decoy` is a venue and a face."""

    plan: Plan
    decoy: tuple[str, str | None] | None = None
    order: str | None = None


def seeded(o: Outlook) -> Random:
    """The same whims for the same outlook, so that a plan stays the same while it is carried out."""
    return Random(repr(o))


@lru_cache(maxsize=256)
def plan(rules: Rules, o: Outlook, level: Level) -> Year:
    """The year's lay of a seat."""
    rng = seeded(o)
    value = worth(rules, o, level.weights)
    return _leader(rules, o, level, value, rng) if o.leader else _opposition(rules, o, level, value, rng)


# --- the Leader ------------------------------------------------------------------------------------------


def _leader(rules: Rules, o: Outlook, level: Level, value: Worth, rng: Random) -> Year:
    solver = Solver(rules, o, value, True, sampled(rules, o, level.samples, rng))
    ranked = solver.plans(o.hand, o.fiat, rules.places(o.seat), o.barred)
    return Year(_choose(ranked[: level.candidates], level.heat, rng))


def sampled(rules: Rules, o: Outlook, samples: int, rng: Random) -> list[Sequence[Scenario]]:
    """What may lie face down in each venue, with the dice rolled."""
    known = pieces(rules)
    pool = [known[card] for card in (*o.pool, *o.held)]
    found: list[Counter[tuple[tuple[tuple[int, int, bool], ...], int]]] = [Counter() for _ in VENUES]
    enemy = Solver(rules, o, worth(rules, o, Weights()), not o.leader, ())
    alone = Counter(lay.venue for lay in o.covered)
    for _ in range(samples):
        left = list(pool)
        for venue in range(5):
            landed, given = [], 0
            for lay in o.covered:
                if lay.venue != venue:
                    continue
                piece = _guess(rules, lay, left, alone[venue] == 1, known, rng)
                if piece is None:
                    continue
                if rng.random() < piece.red:
                    given += piece.clout
                else:
                    landed.append(enemy.strength(piece, venue))
            found[venue][(tuple(landed), given)] += 1
    return [[(count / samples, landed, given) for (landed, given), count in each.items()] for each in found]


def _guess(
    rules: Rules, lay: object, left: list[Piece], alone: bool, known: dict[str, Piece], rng: Random
) -> Piece | None:
    if lay.decoy is not None:
        return known[lay.card] if lay.card else None
    if alone and rules.decoys and rng.random() < DECOY_PRIOR:
        return None
    fitting = [piece for piece in left if piece.face == lay.face and lay.venue in piece.homes]
    if not fitting:
        return None
    piece = rng.choice(fitting)
    left.remove(piece)
    return piece


# --- the Opposition --------------------------------------------------------------------------------------


def _opposition(rules: Rules, o: Outlook, level: Level, value: Worth, rng: Random) -> Year:
    hands = [_hand(rules, o, rng) for _ in range(level.samples)]
    replies = Replies(rules, o, value, hands)
    quiet = replies.scenarios((0, 0, 0, 0, 0), rng)
    solver = Solver(rules, o, value, False, quiet)
    ranked = solver.plans(o.hand, o.fiat, rules.places(o.seat), None)[: level.candidates]
    scored: list[tuple[float, Year]] = []
    for _, each in ranked:
        pattern = [0] * 5
        for _, venue in each:
            pattern[venue] += 1
        scored.append((replies.score(each, tuple(pattern), rng), Year(each)))
    if rules.decoys and level.bluffs:
        scored += _bluffs(rules, o, scored, replies, rng)
    scored.sort(key=lambda each: (-each[0], repr(each[1])))
    return _choose(scored, level.heat, rng)


def _bluffs(
    rules: Rules, o: Outlook, scored: list[tuple[float, Year]], replies: Replies, rng: Random
) -> list[tuple[float, Year]]:
    """For the best lays a twin with a decoy where nothing else lies."""
    found = []
    for _, year in sorted(scored, key=lambda each: -each[0])[:4]:
        taken = {venue for _, venue in year.plan}
        free = [venue for venue in range(5) if venue not in taken]
        if not free:
            continue
        venue = rng.choice(free)
        pattern = [sum(at == number for _, at in year.plan) for number in range(5)]
        pattern[venue] += 1
        face = decoy_face(rules, o, venue, rng)
        if face is not None or rules.options.backs == "plain":
            found.append((replies.score(year.plan, tuple(pattern), rng), Year(year.plan, (VENUES[venue], face))))
    return found


def decoy_face(rules: Rules, o: Outlook, venue: int, rng: Random) -> str | None:
    """A face as often as own cards with it could lie there; never one that fits no card."""
    known = pieces(rules)
    faces = [known[card].face for card in rules.decks[OPPOSITION].cards if venue in known[card].homes]
    return rng.choice(faces) if faces else None


def _hand(rules: Rules, o: Outlook, rng: Random) -> tuple[str, ...]:
    count = max(0, min(len(o.pool), o.enemy_hand - len(o.held)))
    return (*rng.sample(o.pool, count), *o.held)


class Replies:
    """What the Leader would lay against what it sees, for some hands that it may hold."""

    def __init__(self, rules: Rules, o: Outlook, value: Worth, hands: Sequence[tuple[str, ...]]) -> None:
        self.rules, self.o, self.value, self.hands = rules, o, value, hands
        self.known = pieces(rules)
        pool = [self.known[card] for card in o.hand] or [self.known[c] for c in rules.decks[OPPOSITION].cards]
        self.mean = round(sum(piece.clout for piece in pool) / len(pool))
        self.memo: dict[tuple[int, ...], list[Plan]] = {}

    def replies(self, pattern: tuple[int, ...]) -> list[Plan]:
        found = self.memo.get(pattern)
        if found is None:
            seen = [NOTHING if not n else ((1.0, ((self.mean, self.mean, False),) * n, 0),) for n in pattern]
            solver = Solver(self.rules, self.o, self.value, True, seen)
            found = self.memo[pattern] = [greedy(solver, hand, self.o.enemy_fiat) for hand in self.hands]
        return found

    def scenarios(self, pattern: tuple[int, ...], rng: Random) -> list[Sequence[Scenario]]:
        plans = self.replies(pattern)
        leader = Solver(self.rules, self.o, self.value, True, ())
        found: list[Counter[tuple[tuple[tuple[int, int, bool], ...], int]]] = [Counter() for _ in VENUES]
        for each in plans:
            for venue in range(5):
                landed, given = [], 0
                for card, at in each:
                    if at != venue:
                        continue
                    piece = self.known[card]
                    if rng.random() < piece.red:
                        given += piece.clout
                    else:
                        landed.append(leader.strength(piece, venue))
                found[venue][(tuple(landed), given)] += 1
        return [[(count / len(plans), landed, given) for (landed, given), count in each.items()] for each in found]

    def score(self, own: Plan, pattern: tuple[int, ...], rng: Random) -> float:
        """How good a lay is for the Opposition, against the Leader's replies to what it shows."""
        return Solver(self.rules, self.o, self.value, False, self.scenarios(pattern, rng)).score(own)


def greedy(solver: Solver, hand: Sequence[str], fiat: int) -> Plan:
    """Card by card, whatever gains most for its price, as long as it gains."""
    known = pieces(solver.rules)
    left, chosen, room = sorted(hand), [], [2] * 5
    now = solver.score(())
    while True:
        best, gain = None, 0.0
        for card in dict.fromkeys(left):
            piece = known[card]
            if piece.cost > fiat:
                continue
            for venue in piece.homes:
                if not room[venue]:
                    continue
                value = solver.score(tuple(sorted([*chosen, (card, venue)])))
                rate = (value - now) / (piece.cost + 0.7)
                if value - now > 0.3 and rate > gain:
                    best, gain, after = (card, venue), rate, value
        if best is None:
            return tuple(sorted(chosen))
        chosen.append(best)
        left.remove(best[0])
        fiat -= known[best[0]].cost
        room[best[1]] -= 1
        now = after


def _choose(ranked, heat, rng):
    """One of the ranked, best first; the hotter, the more often another than the best."""
    if heat <= 0 or len(ranked) == 1:
        return ranked[0][1]
    best = ranked[0][0]
    weights = [exp((score - best) / heat) for score, _ in ranked]
    return rng.choices([each for _, each in ranked], weights)[0]

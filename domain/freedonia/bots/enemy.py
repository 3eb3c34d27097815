"""What the enemy may hold, what it may have laid, and what it would answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from domain.freedonia.bots.outlook import Covered, Outlook, Piece, pieces
from domain.freedonia.bots.solver import NOTHING, Memo, Plan, Scenario, Solver, Weighed
from domain.freedonia.bots.worth import Worth
from domain.freedonia.meta import LEADER, OPPOSITION, VENUES
from domain.freedonia.packs import Rules

DECOY_PRIOR = 0.3  # how often a card that lies alone is thought to be the decoy
Pattern = tuple[int, ...]  # how many cards lie face down in each venue


def _spread(found: Sequence[Weighed]) -> list[list[Scenario]]:
    return [[(weight, landed, given) for (landed, given), weight in each.items()] for each in found]


def laid(rules: Rules, o: Outlook, value: Worth, samples: int, rng: Random) -> list[list[Scenario]]:
    """For each venue what may lie face down there, by what the pictures allow."""
    known = pieces(rules)
    enemy = Solver(rules, o, value, leader=not o.leader, scenarios=())
    found: list[Weighed] = [{} for _ in VENUES]
    for _ in range(samples):
        left = [known[card] for card in (*o.pool, *o.held)]
        for venue in range(5):
            here = [lay for lay in o.covered if lay.venue == venue]
            guessed = [_guess(rules, lay, left, rng, alone=len(here) == 1) for lay in here]
            enemy.add(found[venue], [piece for piece in guessed if piece], venue, samples)
    return _spread(found)


def _guess(rules: Rules, lay: Covered, left: list[Piece], rng: Random, *, alone: bool) -> Piece | None:
    """A card that may lie there, taken from those left; None for the decoy."""
    if lay.decoy is not None:
        return pieces(rules)[lay.card] if lay.card else None
    if alone and rules.decoys and rng.random() < DECOY_PRIOR:
        return None
    fitting = [piece for piece in left if piece.face == lay.face and lay.venue in piece.homes]
    if not fitting:
        return None
    piece = rng.choice(fitting)
    left.remove(piece)
    return piece


def decoy_face(rules: Rules, venue: int, rng: Random) -> str | None:
    """A picture as often as the deck's cards with it could lie there; never one that fits no card."""
    known = pieces(rules)
    return rng.choice([known[card].face for card in rules.decks[OPPOSITION].cards if venue in known[card].homes])


class Replies:
    """What the Leader would lay against what it sees, for some hands that it may hold."""

    def __init__(self, rules: Rules, o: Outlook, value: Worth, samples: int, rng: Random) -> None:
        self.rules, self.o, self.value = rules, o, value
        self.known = pieces(rules)
        self.hands = [self._hand(rng) for _ in range(samples)]
        shown = [self.known[card].clout for card in o.hand]
        self.mean = round(sum(shown) / len(shown)) if shown else 0
        self.leader = Solver(rules, o, value, leader=True, scenarios=())
        self.memos: dict[tuple[int, int], Memo] = {}
        self.found: dict[tuple[Pattern, int | None], list[list[Scenario]]] = {}

    def _hand(self, rng: Random) -> tuple[str, ...]:
        count = max(0, min(len(self.o.pool), self.o.enemy_hand - len(self.o.held)))
        return (*rng.sample(self.o.pool, count), *self.o.held)

    def scenarios(self, pattern: Pattern, barred: int | None = None) -> list[list[Scenario]]:
        """For each venue what the Leader may lay there, seeing such a pattern."""
        key = (pattern, barred)
        if key not in self.found:
            self.found[key] = self._scenarios(pattern, barred)
        return self.found[key]

    def _scenarios(self, pattern: Pattern, barred: int | None) -> list[list[Scenario]]:
        expected = (self.mean, self.mean, False)
        seen = [((1.0, (expected,) * count, 0),) if count else NOTHING for count in pattern]
        memos = [self.memos.setdefault(each, {}) for each in enumerate(pattern)]
        solver = Solver(self.rules, self.o, self.value, leader=True, scenarios=seen, memos=memos)
        room = [0 if venue == barred else self.rules.places(LEADER) for venue in range(5)]
        found: list[Weighed] = [{} for _ in VENUES]
        for hand, count in Counter(self.hands).items():
            reply = solver.greedy(hand, self.o.enemy_fiat, room)
            for venue in range(5):
                cards = [self.known[card] for card, at in reply if at == venue]
                for _ in range(count):
                    self.leader.add(found[venue], cards, venue, len(self.hands))
        return _spread(found)

    def score(self, own: Plan, pattern: Pattern, barred: int | None = None) -> float:
        """How good a lay is for the Opposition, against the replies to what it shows."""
        scenarios = self.scenarios(pattern, barred)
        return Solver(self.rules, self.o, self.value, leader=False, scenarios=scenarios).score(own)

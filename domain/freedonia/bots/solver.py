"""The best lay against a list of what the enemy may have laid: exact over the own dice, venue by venue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from domain.freedonia.bots.outlook import STREETS, Outlook, Piece, pieces
from domain.freedonia.bots.worth import MOST, Worth
from domain.freedonia.packs import Rules

Landed = tuple[tuple[int, int, bool], ...]  # strength, clout, Bastion
Scenario = tuple[float, Landed, int]  # weight, what lands of the enemy, what its backfires give
NOTHING: tuple[Scenario, ...] = ((1.0, (), 0),)
Plan = tuple[tuple[str, int], ...]  # cards and venues, sorted
MOST_MOVED = 4
USEFUL = 7


@dataclass(slots=True)
class Arena:
    """A venue as it stands: what each side has there, and what is taken from it."""

    number: int
    totals: tuple[int, int]
    taken: tuple[int, int]
    leader_holds: bool
    standers: Landed
    kinds: frozenset[str]


def arenas(rules: Rules, o: Outlook) -> list[Arena]:
    """The five venues before the reveal."""
    known = pieces(rules)
    return [_arena(o, known, venue) for venue in range(5)]


def _arena(o: Outlook, known: dict[str, Piece], venue: int) -> Arena:
    here = o.standing[venue]
    leader = bool(here) and here[0].leader
    standers = tuple(
        (card.clout + _combo(o, known[card.card], leader=leader), card.clout, known[card.card].bastion) for card in here
    )
    total = sum(strength for strength, _, _ in standers)
    guard = o.guards[venue]
    lost = [o.muzzled[venue][0] + (0 if leader else guard), o.muzzled[venue][1] + (guard if leader else 0)]
    kinds = frozenset(known[card.card].category or "" for card in here if card.leader and card.own)
    return Arena(venue, (total, 0) if leader else (0, total), (lost[0], lost[1]), leader, standers, kinds)


def _combo(o: Outlook, piece: Piece, *, leader: bool) -> int:
    holder = "leader" if leader else "opposition"
    return 2 if piece.combo is not None and o.holders[piece.combo] == holder else 0


@dataclass(slots=True)
class Solver:
    """Finds lays for one side against scenarios. `safe` is a venue where own cards do not backfire."""

    rules: Rules
    o: Outlook
    worth: Worth
    leader: bool
    scenarios: Sequence[Sequence[Scenario]]
    arenas: list[Arena] = field(init=False)
    aimed: bool = field(init=False)
    memo: dict[tuple[int, Plan, int], tuple[float, float]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.arenas = arenas(self.rules, self.o)
        self.aimed = any(card.aims for here in self.o.standing for card in here)

    def strength(self, piece: Piece, venue: int) -> tuple[int, int, bool]:
        """What a card of this side brings to a venue if it lands."""
        bonus = _combo(self.o, piece, leader=self.leader)
        if self.leader and piece.category in self.arenas[venue].kinds:
            bonus += 1
        return (piece.clout + bonus, piece.clout, piece.bastion)

    def outcomes(self, cards: Sequence[Piece], venue: int) -> list[Scenario]:
        """All ways in which the dice of own cards can fall."""
        found: list[Scenario] = [(1.0, (), 0)]
        for piece in cards:
            landed = self.strength(piece, venue)
            grown: list[Scenario] = []
            for weight, up, given in found:
                grown.append((weight * (1 - piece.red), (*up, landed), given))
                if piece.red:
                    grown.append((weight * piece.red, up, given + piece.clout))
            found = grown
        return found

    def venue(self, venue: int, cards: Plan, shift: int) -> tuple[float, float]:
        """The expected worth of a venue for the Leader and how likely its goal is met; `cards` are own, `shift` what
        side effects do to the count before."""
        key = (venue, cards, shift)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._venue(venue, cards, shift)
        return found

    def _venue(self, venue: int, cards: Plan, shift: int) -> tuple[float, float]:
        known = pieces(self.rules)
        outcomes = self.outcomes([known[card] for card, _ in cards], venue)
        start = min(MOST, max(0, self.worth.counts[venue] + shift))
        goal, value, met = self.o.goals[venue], 0.0, 0.0
        for weight, own, given in outcomes:
            for chance, theirs, gift in self.scenarios[venue]:
                if self.leader:
                    end, stands = self.decide(venue, start, (own, theirs), (gift, given))
                else:
                    end, stands = self.decide(venue, start, (theirs, own), (given, gift))
                value += weight * chance * (self.worth.values[venue][end] + stands)
                met += weight * chance * (end >= goal)
        return value, met

    def decide(self, venue: int, start: int, landed: tuple[Landed, Landed], gifts: tuple[int, int]) -> tuple[int, float]:
        """The count after a venue is decided, and the worth of what stands there; both seats' cards are given."""
        arena = self.arenas[venue]
        leader = max(0, arena.totals[0] + sum(card[0] for card in landed[0]) + gifts[0] - arena.taken[0])
        enemy = max(0, arena.totals[1] + sum(card[0] for card in landed[1]) + gifts[1] - arena.taken[1])
        ahead = max(-MOST_MOVED, min(MOST_MOVED, leader - enemy))
        if ahead == 0:
            return start, self._standing(venue, arena.standers, leader=arena.leader_holds)
        if ahead < 0 and venue == STREETS and self.aimed:
            end = start
        else:
            end = max(0, min(MOST, start + ahead))
        wins = ahead > 0
        stay = landed[0] if wins else landed[1]
        if arena.standers and arena.leader_holds == wins:
            stay = (*arena.standers, *stay)
        if len(stay) > 2:
            stay = tuple(sorted(stay, key=lambda card: (card[2], card[0]), reverse=True)[:2])
        return end, self._standing(venue, stay, leader=wins)

    def _standing(self, venue: int, cards: Landed, *, leader: bool) -> float:
        total = sum(self.worth.stander(venue, clout) for _, clout, _ in cards)
        return total if leader else -total

    def extra(self, piece: Piece) -> float:
        """What a card is worth beside clout and side effect, to its own side."""
        w, o = self.worth, self.o
        found = -0.25 * piece.cost - 0.4
        if piece.brings:
            found -= 2
        if piece.muzzle is not None:
            found += 0.8
        if piece.turncoat:
            found += 0.3
        if piece.aims:
            found += 3
        if piece.suspends:
            found += _suspending(w, o)
        return found

    def score(self, plan: Plan) -> float:
        """How good a lay is for this side."""
        known = pieces(self.rules)
        shifts, here, extra = [0.0] * 5, [[] for _ in range(5)], 0.0
        for card, venue in plan:
            piece = known[card]
            place, wedges = piece.effect
            shifts[place] += wedges * (1 - 2 * piece.red)
            here[venue].append((card, venue))
            extra += self.extra(piece)
        total, met = 0.0, 1.0
        for venue in range(5):
            value, chance = self.venue(venue, tuple(here[venue]), round(shifts[venue]))
            total += value
            if self.o.goals[venue]:
                met *= chance
        if self.worth.decisive:
            total += self.worth.weights.won * met
        return (total if self.leader else -total) + extra

    def plans(self, hand: Iterable[str], fiat: int, places: int, barred: int | None) -> list[tuple[float, Plan]]:
        """Every lay that can be paid for, scored, best first."""
        known = pieces(self.rules)
        cards = sorted({(card, n) for n, card in enumerate(sorted(hand))})
        chosen = [known[card] for card, _ in cards]
        if len(chosen) > USEFUL:
            chosen = sorted(chosen, key=lambda piece: (piece.cost <= fiat, piece.clout + abs(piece.effect[1])), reverse=True)[:USEFUL]
        found: set[Plan] = set()
        room = [places] * 5
        if barred is not None:
            room[barred] = 0
        _allocate(chosen, 0, fiat, room, (), found)
        scored = [(self.score(plan), plan) for plan in found]
        return sorted(scored, key=lambda each: (-each[0], each[1]))


def _suspending(w: Worth, o: Outlook) -> float:
    """A suspender helps a Leader whose Parliament would fall, and costs an election that could be won."""
    if o.to_election == 0 and not w.suspended:
        return 25.0 if o.counts[0] <= 5 else -3.0
    return 1.0


def _allocate(
    cards: Sequence[Piece], at: int, fiat: int, room: list[int], plan: Plan, found: set[Plan]
) -> None:
    if at == len(cards):
        found.add(tuple(sorted(plan)))
        return
    piece = cards[at]
    _allocate(cards, at + 1, fiat, room, plan, found)
    if piece.cost > fiat:
        return
    for venue in piece.homes:
        if room[venue]:
            room[venue] -= 1
            _allocate(cards, at + 1, fiat - piece.cost, room, (*plan, (piece.id, venue)), found)
            room[venue] += 1

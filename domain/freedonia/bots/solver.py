"""The best lay against a list of what the enemy may have laid: exact over the own dice, venue by venue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from domain.freedonia.bots.outlook import PARLIAMENT, STREETS, Outlook, Piece, pieces
from domain.freedonia.bots.worth import MOST, Worth
from domain.freedonia.packs import Rules

Landed = tuple[tuple[int, int, bool], ...]  # strength, clout, Bastion
Scenario = tuple[float, Landed, int]  # weight, what lands of one side, what its backfires give to the other
Weighed = dict[tuple[Landed, int], float]
Plan = tuple[tuple[str, int], ...]  # cards and venues, sorted
Memo = dict[tuple[Plan, int], tuple[float, float]]
NOTHING: tuple[Scenario, ...] = ((1.0, (), 0),)
MOST_MOVED = 4
PLACES = 2
USEFUL = 7  # cards of a hand that are thought about
FRAIL = 5  # a Parliament that may fall in a year
GAIN = 0.15  # what a card must gain for each $FIAT


class Tally(NamedTuple):
    """A lay and what it comes to so far: for each venue the cards, the shift of the count, worth and chance; and what
    the cards are worth beside."""

    here: tuple[Plan, ...]
    shifts: tuple[float, ...]
    values: tuple[float, ...]
    chances: tuple[float, ...]
    beside: float

    @property
    def plan(self) -> Plan:
        """The cards with their venues."""
        return tuple(sorted(chain.from_iterable(self.here)))


@dataclass(slots=True)
class Arena:
    """A venue before the reveal: what stands and counts there, and what is taken from each side."""

    totals: tuple[int, int]
    taken: tuple[int, int]
    leader_holds: bool
    standers: Landed
    kinds: frozenset[str | None]


def arena(rules: Rules, o: Outlook, venue: int) -> Arena:
    """A venue as it stands."""
    known, here = pieces(rules), o.standing[venue]
    leader = bool(here) and here[0].leader
    standers = tuple(
        (card.clout + combo(o, known[card.card], leader=leader), card.clout, known[card.card].bastion) for card in here
    )
    total, guard, muzzled = sum(strength for strength, _, _ in standers), o.guards[venue], o.muzzled[venue]
    kinds = frozenset(known[card.card].category for card in here if card.leader and card.own) - {None}
    if leader:
        return Arena((total, 0), (muzzled[0], muzzled[1] + guard), leader, standers, kinds)
    return Arena((0, total), (muzzled[0] + guard, muzzled[1]), leader, standers, kinds)


def combo(o: Outlook, piece: Piece, *, leader: bool) -> int:
    """What Combo adds to a card of a side this year."""
    holder = "leader" if leader else "opposition"
    return 2 if piece.combo is not None and o.holders[piece.combo] == holder else 0


@dataclass(slots=True)
class Solver:
    """Finds lays for one side against scenarios for each venue. `memos` keep what was worked out for a venue, and may
    be shared by solvers that agree on its scenarios."""

    rules: Rules
    o: Outlook
    worth: Worth
    leader: bool
    scenarios: Sequence[Sequence[Scenario]]
    memos: Sequence[Memo] = field(default_factory=lambda: [{} for _ in range(5)])
    known: dict[str, Piece] = field(init=False)
    arenas: list[Arena] = field(init=False)
    aimed: bool = field(init=False)

    def __post_init__(self) -> None:
        self.known = pieces(self.rules)
        self.arenas = [arena(self.rules, self.o, venue) for venue in range(5)]
        self.aimed = any(card.aims for here in self.o.standing for card in here)

    # --- what the dice can do --------------------------------------------------------------------

    def strength(self, piece: Piece, venue: int) -> tuple[int, int, bool]:
        """What a card of this side brings to a venue if it lands."""
        bonus = combo(self.o, piece, leader=self.leader)
        if self.leader and piece.category in self.arenas[venue].kinds:
            bonus += 1
        return (piece.clout + bonus, piece.clout, piece.bastion)

    def outcomes(self, cards: Iterable[Piece], venue: int) -> list[Scenario]:
        """All ways in which the dice of this side's cards can fall."""
        found: list[Scenario] = [(1.0, (), 0)]
        for piece in cards:
            landed = self.strength(piece, venue)
            grown = [(weight * (1 - piece.red), (*up, landed), given) for weight, up, given in found]
            if piece.red:
                grown += [(weight * piece.red, up, given + piece.clout) for weight, up, given in found]
            found = grown
        return found

    def add(self, found: Weighed, cards: Iterable[Piece], venue: int, samples: int) -> None:
        """One of `samples` cases in which this side lays these cards: all that their dice can do."""
        for weight, landed, given in self.outcomes(cards, venue):
            key = (landed, given)
            found[key] = found.get(key, 0.0) + weight / samples

    # --- what a venue comes to -------------------------------------------------------------------

    def venue(self, venue: int, cards: Plan, shift: int) -> tuple[float, float]:
        """The expected worth of a venue for the Leader and the chance of its goal; `cards` are this side's, `shift`
        is what side effects do to the count."""
        memo, key = self.memos[venue], (cards, shift)
        found = memo.get(key)
        if found is None:
            found = memo[key] = self._venue(venue, cards, shift)
        return found

    def _venue(self, venue: int, cards: Plan, shift: int) -> tuple[float, float]:
        start = min(MOST, max(0, self.worth.counts[venue] + shift))
        values, chances = self.worth.values[venue], self.worth.chances[venue]
        value = met = 0.0
        for weight, own, given in self.outcomes((self.known[card] for card, _ in cards), venue):
            for chance, theirs, gift in self.scenarios[venue]:
                if self.leader:
                    end, stands = self.decide(venue, start, (own, theirs), (gift, given))
                else:
                    end, stands = self.decide(venue, start, (theirs, own), (given, gift))
                value += weight * chance * (values[end] + stands)
                met += weight * chance * chances[end]
        return value, met

    def decide(
        self, venue: int, start: int, landed: tuple[Landed, Landed], gifts: tuple[int, int]
    ) -> tuple[int, float]:
        """The count after a venue is decided, and the worth of what stands there; the Leader's cards first."""
        here = self.arenas[venue]
        leader = max(0, here.totals[0] + sum(card[0] for card in landed[0]) + gifts[0] - here.taken[0])
        enemy = max(0, here.totals[1] + sum(card[0] for card in landed[1]) + gifts[1] - here.taken[1])
        ahead = max(-MOST_MOVED, min(MOST_MOVED, leader - enemy))
        if ahead == 0:
            return start, self._standing(venue, here.standers, leader=here.leader_holds)
        kept = ahead < 0 and venue == STREETS and self.aimed
        end = start if kept else max(0, min(MOST, start + ahead))
        stay = landed[0] if ahead > 0 else landed[1]
        if here.standers and here.leader_holds == (ahead > 0):
            stay = (*here.standers, *stay)
        if len(stay) > PLACES:
            stay = tuple(sorted(stay, key=lambda card: (card[2], card[0]), reverse=True)[:PLACES])
        return end, self._standing(venue, stay, leader=ahead > 0)

    def _standing(self, venue: int, cards: Landed, *, leader: bool) -> float:
        total = sum(self.worth.stander(venue, clout) for _, clout, _ in cards)
        return total if leader else -total

    # --- what a lay comes to ---------------------------------------------------------------------

    def start(self) -> Tally:
        """Nothing laid yet."""
        found = [self.venue(venue, (), 0) for venue in range(5)]
        values, chances = tuple(value for value, _ in found), tuple(chance for _, chance in found)
        return Tally(((),) * 5, (0.0,) * 5, values, chances, 0.0)

    def put(self, tally: Tally, card: str, venue: int) -> Tally:
        """One more card laid: its venue changes, and the one that its side effect moves."""
        piece = self.known[card]
        place, wedges = piece.effect
        here, shifts, values, chances = list(tally.here), list(tally.shifts), list(tally.values), list(tally.chances)
        here[venue] = tuple(sorted((*here[venue], (card, venue))))
        shifts[place] += wedges * (1 - 2 * piece.red)
        for each in {venue, place}:
            values[each], chances[each] = self.venue(each, here[each], round(shifts[each]))
        return Tally(tuple(here), tuple(shifts), tuple(values), tuple(chances), tally.beside + self._beside(piece))

    def total(self, tally: Tally) -> float:
        """How good a lay is for this side."""
        met = 1.0
        for venue, goal in enumerate(self.o.goals):
            met *= tally.chances[venue] if goal else 1.0
        worth = sum(tally.values) + self.worth.stake * met
        return (worth if self.leader else -worth) + tally.beside

    def score(self, plan: Plan) -> float:
        """How good a whole lay is for this side."""
        tally = self.start()
        for card, venue in plan:
            tally = self.put(tally, card, venue)
        return self.total(tally)

    def _beside(self, piece: Piece) -> float:
        """What a card is worth to its own side beside clout and side effect."""
        marks = 0.8 * (piece.muzzle is not None) + 0.3 * piece.turncoat + 3 * piece.aims - 2 * piece.brings
        suspending = self._suspending() if piece.suspends else 0.0
        return marks + suspending - 0.25 * piece.cost - 0.4

    def _suspending(self) -> float:
        """A suspender saves a Leader whose Parliament would fall, and costs an election that could be won."""
        if self.o.to_election or self.worth.suspended:
            return 1.0
        return 25.0 if self.o.counts[PARLIAMENT] <= FRAIL else -3.0

    def plans(self, hand: Sequence[str], fiat: int, room: Sequence[int]) -> list[tuple[float, Plan]]:
        """Every lay that can be paid for, scored, best first; `room` is how many cards go into each venue."""
        cards = [self.known[card] for card in sorted(hand)]
        if len(cards) > USEFUL:
            useful = sorted(cards, key=lambda each: (each.cost <= fiat, each.clout + abs(each.effect[1])), reverse=True)
            cards = useful[:USEFUL]
        found: dict[Plan, float] = {}
        self._allocate(cards, fiat, list(room), self.start(), found)
        return sorted(((score, plan) for plan, score in found.items()), key=lambda each: (-each[0], each[1]))

    def _allocate(
        self, cards: Sequence[Piece], fiat: int, room: list[int], tally: Tally, found: dict[Plan, float]
    ) -> None:
        """Each card unused, or in one of its homes."""
        if not cards:
            found[tally.plan] = self.total(tally)
            return
        piece, rest = cards[0], cards[1:]
        self._allocate(rest, fiat, room, tally, found)
        if piece.cost > fiat:
            return
        for venue in piece.homes:
            if room[venue]:
                room[venue] -= 1
                self._allocate(rest, fiat - piece.cost, room, self.put(tally, piece.id, venue), found)
                room[venue] += 1

    def greedy(self, hand: Sequence[str], fiat: int, room: Sequence[int]) -> Plan:
        """Card by card, whatever gains most for its price, as long as it gains."""
        left, free, tally = sorted(hand), list(room), self.start()
        while True:
            now = self.total(tally)
            ways = [
                (card, venue)
                for card in dict.fromkeys(left)
                if self.known[card].cost <= fiat
                for venue in self.known[card].homes
                if free[venue]
            ]
            tried = [(self.put(tally, card, venue), card, venue) for card, venue in ways]
            gains = [
                ((self.total(t) - now) / (self.known[card].cost + 0.7), card, venue, t) for t, card, venue in tried
            ]
            best = max((each for each in gains if each[0] > GAIN), default=None)
            if best is None:
                return tally.plan
            _, card, venue, tally = best
            left.remove(card)
            fiat -= self.known[card].cost
            free[venue] -= 1

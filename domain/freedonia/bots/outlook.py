"""What a computer makes of the view of its seat: the position as it stood before it began to lay."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from domain.freedonia.cards.content import (
    AimAnger,
    Bastion,
    Brings,
    Combo,
    FarReaching,
    Muzzle,
    SuspendElection,
    Turncoat,
    ability,
)
from domain.freedonia.meta import LEADER, SEATS, VENUES, other
from domain.freedonia.packs import Rules
from domain.freedonia.view import CampView, StandingView, View

PLACE = {venue: number for number, venue in enumerate(VENUES)}
STREETS, PARLIAMENT = PLACE["streets"], PLACE["parliament"]


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A card in numbers: venues by their place from the left, effects as wedges toward the Leader."""

    id: str
    leader: bool
    cost: int
    clout: int
    red: float
    homes: tuple[int, ...]
    effect: tuple[int, int]
    category: str | None
    face: str | None
    combo: int | None
    muzzle: int | None
    bastion: bool
    turncoat: bool
    suspends: bool
    aims: bool
    brings: bool
    far: bool


@lru_cache(maxsize=64)
def pieces(rules: Rules) -> dict[str, Piece]:
    """Every card of a pack in numbers."""
    return {id_: _piece(rules, id_) for id_ in rules.cards}


def _piece(rules: Rules, id_: str) -> Piece:
    card = rules.cards[id_]
    box, combo, muzzle = card.when_lands, ability(card, Combo), ability(card, Muzzle)
    wedges = 0 if box is None else box.wedges if box.colour == "red" else -box.wedges
    return Piece(
        id=id_,
        leader=card.seat == LEADER,
        cost=card.cost,
        clout=card.clout,
        red=card.risk / rules.content.die.faces,
        homes=tuple(PLACE[venue] for venue in card.homes),
        effect=(PLACE[box.venue] if box else 0, wedges),
        category=card.category,
        face=rules.face(id_),
        combo=PLACE[combo.venue] if combo else None,
        muzzle=PLACE[muzzle.venue] if muzzle else None,
        bastion=ability(card, Bastion) is not None,
        turncoat=ability(card, Turncoat) is not None,
        suspends=ability(card, SuspendElection) is not None,
        aims=ability(card, AimAnger) is not None,
        brings=ability(card, Brings) is not None,
        far=ability(card, FarReaching) is not None,
    )


@dataclass(frozen=True, slots=True)
class Stander:
    """A standing card: for whom, its clout now, and whether it came from that side's own deck."""

    card: str
    leader: bool
    clout: int
    own: bool
    aims: bool


@dataclass(frozen=True, slots=True)
class Covered:
    """An enemy card that lies face down; `card` and `decoy` as far as they are known."""

    venue: int
    face: str | None
    card: str | None
    decoy: bool | None


@dataclass(frozen=True, slots=True)
class Outlook:
    """A position for one seat, in numbers. `hand` and `fiat` include what is drafted; `pool` are the enemy's cards
    that could be anywhere, `held` its Record cards that are in its hand or face down."""

    seat: str
    year: int
    to_election: int
    counts: tuple[int, ...]
    goals: tuple[int, ...]
    holders: tuple[str | None, ...]
    standing: tuple[tuple[Stander, ...], ...]
    guards: tuple[int, ...]
    muzzled: tuple[tuple[int, int], ...]
    streak: int
    barred: int | None
    hand: tuple[str, ...]
    fiat: int
    covered: tuple[Covered, ...]
    pool: tuple[str, ...]
    held: tuple[str, ...]
    enemy_hand: int
    enemy_fiat: int

    @property
    def leader(self) -> bool:
        """Whether the seat is the Leader."""
        return self.seat == LEADER


def outlook(rules: Rules, view: View, seat: str) -> Outlook:
    """The position as a seat sees it."""
    own, enemy = view.seats[seat], view.seats[other(seat)]
    drafted = [lay.card for lay in own.draft or () if lay.card]
    board = [view.board[venue] for venue in VENUES]
    covered = tuple(
        Covered(number, lay.face, lay.card, lay.decoy)
        for number, venue in enumerate(board)
        for lay in venue.face_down
        if lay.seat != seat
    )
    return Outlook(
        seat=seat,
        year=view.year,
        to_election=view.years_to_election,
        counts=tuple(venue.count for venue in board),
        goals=tuple(venue.goal or 0 for venue in board),
        holders=tuple(venue.held_at_start for venue in board),
        standing=tuple(tuple(_stander(card, view.year) for card in venue.standing) for venue in board),
        guards=tuple(venue.guard for venue in board),
        muzzled=tuple((venue.muzzled[SEATS[0]], venue.muzzled[SEATS[1]]) for venue in board),
        streak=view.goal_streak,
        barred=PLACE[view.barred] if view.barred else None,
        hand=tuple(sorted([*(own.hand or ()), *drafted])),
        fiat=own.fiat + sum(rules.cards[card].cost for card in drafted),
        covered=covered,
        pool=unseen(rules, view, other(seat), enemy),
        held=tuple(sorted(card for card, place in enemy.record.items() if place == "held" and not _stands(view, card))),
        enemy_hand=enemy.hand_size,
        enemy_fiat=enemy.fiat,
    )


def _stander(card: StandingView, year: int) -> Stander:
    aims = card.aim_until is not None and card.aim_until >= year
    return Stander(card.card, card.side == LEADER, card.clout, card.owner == card.side, aims)


def _stands(view: View, card: str) -> bool:
    return any(each.card == card for venue in view.board.values() for each in venue.standing)


def unseen(rules: Rules, view: View, seat: str, camp: CampView) -> tuple[str, ...]:
    """The cards of a seat's deck that nobody has seen leave it: in hand, deck, face down or shed."""
    left = Counter(rules.decks[seat].cards)
    standing = [card.card for venue in view.board.values() for card in venue.standing if card.owner == seat]
    left.subtract(card for card in (*camp.discard, *camp.removed, *standing) if card in left)
    return tuple(sorted(left.elements()))

"""The state of a match of Freedonia. Hidden cards lie in piles, hands and slots alone.

Beside them each seat has a few secret numbers of the year (money left, favour and decoy used, order staged). What
others see of a seat stands apart in `Shown`, which public events alone change (FRE-SECRET-02).
"""

from typing import Annotated, Literal, Union

from msgspec import Meta, Struct, field

from domain.freedonia.meta import SEATS, VENUES
from domain.kernel.agenda import Frame, GameState
from domain.kernel.outcome import Outcome
from domain.kernel.zones import Hand, Pile, Sealed, Slot

RecordPlace = Literal["in_record", "held", "gone"]
OrderPlace = Literal["ready", "spent", "none"]


class Opening(Frame, tag="freedonia.Opening"):
    """Both choose what they put back of their opening hands."""


class Shedding(Frame, tag="freedonia.Shedding"):
    """Each seat in `due` sheds so many cards; then each seat draws as `draws` says."""

    due: dict[str, int]
    draws: dict[str, int]


class Laying(Frame, tag="freedonia.Laying"):
    """`seat` lays its cards of the year, until it seals."""

    seat: str


AnyFrame = Union[Opening, Shedding, Laying]  # noqa: UP007  # for msgspec


class Lay(Struct):
    """A card face down in a venue; a decoy where `card` is empty. `look` is that of the other seat, if it was shown
    it: a secret like an answer, so that an undo never takes it back, not even from an empty `card` (FRE-RUL-55)."""

    slot: str
    venue: str
    face: str | None
    card: Slot
    look: Sealed[str] | None = None

    @property
    def name(self) -> str | None:
        """The card, or None for a decoy. For rules; a view asks who may know."""
        return self.card.cards[0].face if self.card.cards else None


class Turned(Struct):
    """A card turned up in the venue that is being decided. `order` counts those of the venue from 1."""

    slot: str
    card: str
    seat: str
    die: int
    backfired: bool
    order: int


class Standing(Struct):
    """A card on the board. `side` is whom it counts for, `since` the year it was laid, `order` its place in that
    year's turning up, `aim_until` the last year in which its aim works."""

    slot: str
    card: str
    owner: str
    side: str
    since: int
    order: int
    age: int = 0
    aim_until: int | None = None


class Muzzled(Struct):
    """A Muzzle that landed in this reveal: it works against the enemy of `seat` in `venue`."""

    seat: str
    venue: str


class Numbers(Struct, frozen=True):
    """The true sizes of what a seat has, shown when its cards of a year have been turned up (FRE-SECRET-02)."""

    hand: Annotated[int, Meta(description="Cards in hand.")]
    deck: Annotated[int, Meta(description="Cards in the deck.")]
    discard: Annotated[tuple[str, ...], Meta(description="The discarded cards that all have seen.")]
    unseen: Annotated[int, Meta(description="The discarded cards that only their owner has seen.")]
    record: Annotated[dict[str, str], Meta(description="Where each Record card is: in_record, held or gone.")]


class Shown(Struct):
    """What others see of a seat: as it stood when its lay began, and what public events have changed since."""

    hand: int = 0
    deck: int = 0
    discard: list[str] = []
    unseen: int = 0
    fiat: int = 0
    record: dict[str, str] = {}


class Camp(Struct):
    """What a seat has beside the board. `shed` are discarded cards that only the seat knows; `staged` is the venue
    of an order that waits for the seal."""

    hand: Hand
    shed: Hand
    deck: Pile = field(default_factory=Pile)
    discard: list[str] = []
    removed: list[str] = []
    record: dict[str, str] = {}
    shown: Shown = field(default_factory=Shown)
    order: OrderPlace = "none"
    fiat: int = 0
    favour_used: bool = False
    decoy_used: bool = False
    staged: str | None = None
    draft: list[Lay] = []
    lays: list[Lay] = []


class State(GameState[AnyFrame], kw_only=True):
    """Everything of a match that its commits say. `in_force` has the venue that each seat's order of this year names;
    `choices` the sealed answers of an opening or a shedding."""

    year: int = 0
    counts: dict[str, int] = {}
    goals: dict[str, int] = {}
    held_at_start: dict[str, str | None] = {}
    standing: dict[str, list[Standing]] = {}
    turned: list[Turned] = []
    muzzles: list[Muzzled] = []
    in_force: dict[str, str | None] = {}
    camps: dict[str, Camp] = {}
    choices: list[Sealed[tuple[str, ...]]] = []
    goal_streak: int = 0
    last_election_held: bool = True
    result: Outcome | None = None

    @property
    def term(self) -> int:
        """The term that the year belongs to, four years each (FRE-ORDER-01)."""
        return (self.year - 1) // 4 + 1

    @property
    def election_year(self) -> bool:
        """Whether an election closes this year, unless it is suspended (FRE-ELECT-01)."""
        return self.year > 0 and self.year % 4 == 0

    @property
    def goals_met(self) -> list[str]:
        """The venues whose goal is met."""
        return [venue for venue, goal in self.goals.items() if self.counts[venue] >= goal]

    def chosen(self) -> set[str]:
        """The seats that have given their sealed answer."""
        return {sealed.seat for sealed in self.choices}


def new_camp(seat: str) -> Camp:
    """A seat with nothing."""
    return Camp(hand=Hand(seat=seat), shed=Hand(seat=seat))


def empty_board() -> dict[str, list[Standing]]:
    """Five venues with nothing in them."""
    return {venue: [] for venue in VENUES}


def both() -> dict[str, Camp]:
    """Two seats with nothing."""
    return {seat: new_camp(seat) for seat in SEATS}

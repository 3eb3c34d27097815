"""A content pack: decks, ambitions, orders and cards as data over a closed vocabulary (FRE-CARD-01)."""

from typing import Literal, TypeVar, Union

import msgspec
from msgspec import Struct

from domain.freedonia.meta import SeatName, Venue
from domain.kernel.pack import Pack

Label = Literal["printed", "inferred", "substitute"]


class _Ability(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    pass


class Combo(_Ability, frozen=True, tag="combo"):
    """+2 in each year in which the card's side held `venue` when the year began (FRE-CLOUT-03)."""

    venue: Venue


class Muzzle(_Ability, frozen=True, tag="muzzle"):
    """The other side's total in `venue` is 1 lower (FRE-ABIL-03)."""

    venue: Venue


class Turncoat(_Ability, frozen=True, tag="turncoat"):
    """Enemy cards that backfire in its venue join its side (FRE-ABIL-04)."""


class FarReaching(_Ability, frozen=True, tag="far_reaching"):
    """A mark: low clout, five wedges, no other ability (FRE-ABIL-05)."""


class OneOff(_Ability, frozen=True, tag="one_off"):
    """Out of the game when it leaves the board (FRE-ABIL-06)."""


class Bastion(_Ability, frozen=True, tag="bastion"):
    """Never ages, always stays when its side wins, guards its venue (FRE-ABIL-07)."""


class SuspendElection(_Ability, frozen=True, tag="suspend_election"):
    """No election while it stands for the Leader at the end of a year (FRE-POWER-01)."""


class AimAnger(_Ability, frozen=True, tag="aim_anger"):
    """For `years` years the Opposition cannot lower the Streets while it stands (FRE-POWER-05)."""

    years: int = 3


class Brings(_Ability, frozen=True, tag="brings"):
    """Calls a Record card of the other side when it lands (FRE-RECORD-02)."""

    card: str


Ability = Union[  # noqa: UP007  # for msgspec
    Combo, Muzzle, Turncoat, FarReaching, OneOff, Bastion, SuspendElection, AimAnger, Brings
]


class _Order(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    pass


class NoBackfire(_Order, frozen=True, tag="no_backfire"):
    """This year no card that the seat lays in the named venue backfires."""


class GainFiat(_Order, frozen=True, tag="gain_fiat"):
    """$FIAT for this year."""

    amount: int


class TotalBonus(_Order, frozen=True, tag="total_bonus"):
    """The seat's total in the named venue is higher this year, if it lays a card there (FRE-CLOUT-07)."""

    amount: int


class PeekLay(_Order, frozen=True, tag="peek_lay"):
    """The seat sees the other side's face-down cards in the named venue."""


class BarVenue(_Order, frozen=True, tag="bar_venue"):
    """The other side may not lay in the named venue this year (FRE-ORDER-05)."""


OrderEffect = Union[NoBackfire, GainFiat, TotalBonus, PeekLay, BarVenue]  # noqa: UP007  # for msgspec


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """An Executive Order or a Countermove. Staged ones are shown at the seal, others work at once."""

    name: str
    effect: OrderEffect
    timing: Literal["at_seal", "at_once"]
    label: Label

    @property
    def has_target(self) -> bool:
        """Whether a venue is named when it is played."""
        return not isinstance(self.effect, GainFiat)


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    """What a card is called, and where that comes from."""

    text: str
    label: Label


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens when a card lands: red wedges raise the count, blue ones lower it (FRE-EFFECT-01)."""

    venue: Venue
    colour: Literal["red", "blue"]
    wedges: int


class Card(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card. `risk` is how many faces of the die are red for it; `category` is the Leader's cards', `face` (whose
    picture the card carries) the Opposition's."""

    name: Name
    seat: SeatName
    cost: int
    clout: int
    risk: int
    homes: tuple[Venue, ...]
    when_lands: Box | None
    abilities: tuple[Ability, ...]
    label: Label
    category: str | None = None
    face: str | None = None


class Deck(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck: whose, its order, and how many copies of which cards."""

    seat: SeatName
    order: str
    cards: dict[str, int]


class Ambition(Struct, frozen=True, forbid_unknown_fields=True):
    """What the Leader wants: counts of at least so many wedges (FRE-COUNT-03)."""

    name: str
    own_deck: str
    goals: dict[Venue, int]
    label: Label


class Die(Struct, frozen=True, forbid_unknown_fields=True):
    """The die that each card rolls when it is turned up (FRE-REVEAL-02)."""

    faces: int


class Token(Struct, frozen=True, forbid_unknown_fields=True):
    """How a count is shown (FRE-COUNT-01)."""

    wedges: int
    per_count: int


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """The counts at the start; Parliament's depends on the difficulty (FRE-SETUP-02)."""

    parliament: dict[str, int]
    court: int
    newsroom: int
    streets: int
    club: int

    def counts(self, difficulty: str) -> dict[str, int]:
        """All five, in the order of the venues."""
        return {
            "parliament": self.parliament[difficulty],
            "court": self.court,
            "newsroom": self.newsroom,
            "streets": self.streets,
            "club": self.club,
        }


class Content(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole pack."""

    id: str
    schema: int
    notes: str
    die: Die
    venues: tuple[Venue, ...]
    token: Token
    start: Start
    start_labels: dict[str, Label | dict[str, Label]]
    categories: tuple[str, ...]
    faces: tuple[str, ...]
    ambitions: dict[str, Ambition]
    orders: dict[str, Order]
    decks: dict[str, Deck]
    record: dict[SeatName, tuple[str, ...]]
    cards: dict[str, Card]


A = TypeVar("A", bound=_Ability)


def ability(card: Card, kind: type[A]) -> A | None:
    """The card's ability of a kind, or None."""
    for each in card.abilities:
        if isinstance(each, kind):
            return each
    return None


def read(pack: Pack) -> Content:
    """The content of a pack. ValidationError when it is not of this game's form."""
    return msgspec.json.decode(pack.text, type=Content)

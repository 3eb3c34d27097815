"""The state of a match of Syndicate Ultimatum. Hidden cards lie in piles, hands and slots alone."""

from typing import Annotated, Union

from msgspec import Meta, Struct, field

from domain.kernel.agenda import Frame, GameState
from domain.kernel.outcome import Outcome
from domain.kernel.zones import Hand, Pile, Sealed, Slot
from domain.ultimatum.meta import DISTRICTS, SEATS

Counts = dict[str, int]


class Place(Frame, tag="ultimatum.Place"):
    """The mover must place a token. `no_boss`: its Boss was withdrawn this turn (ULT-RUL-16)."""

    no_boss: bool = False


class Ability(Frame, tag="ultimatum.Ability"):
    """A placed Boss acts. `actor` decides, `acts_for` is the seat whose turn it is; `tried` are the
    districts in which bringing in the enemy Boss was impossible."""

    actor: str
    acts_for: str
    district: str
    shown: bool = False
    tried: list[str] = []


class Aside(Frame, tag="ultimatum.Aside"):
    """The top card of this turn's pile is to be set aside."""


class CardOrEnd(Frame, tag="ultimatum.CardOrEnd"):
    """The mover may play a card, or ends the turn."""


class Effect(Frame, tag="ultimatum.Effect"):
    """A card is carried out, from `step` on. `moved` are the places that its moved tokens came from."""

    actor: str
    card: str
    step: int = 0
    shown: bool = False
    moved: list[tuple[str, str, str]] = []


class Vote(Frame, tag="ultimatum.Vote"):
    """Both say what shall happen to the Bosses."""


class Pick(Frame, tag="ultimatum.Pick"):
    """`actor` takes an unused Boss, then whoever is `left`."""

    actor: str
    left: list[str] = []


AnyFrame = Union[Place, Ability, Aside, CardOrEnd, Effect, Vote, Pick]  # noqa: UP007  # for msgspec


class Mat(Struct):
    """What a seat has beside the board. `refused`: its face-down Boss was once brought in and could not act."""

    reserve: Counts = {}
    eliminated: Counts = {}
    hand: Hand = field(default_factory=Hand)
    boss: Slot = field(default_factory=Slot)
    face_up: bool = False
    barred: bool = False
    refused: bool = False


class Cell(Struct, frozen=True):
    """One filled cell of the counter: a card and who played it, or a blank hour."""

    card: Annotated[str | None, Meta(description="The card in it; null for a blank hour.")]
    seat: Annotated[str, Meta(description="Who played it.")]


class Score(Struct, frozen=True):
    """The result of a round: districts of each seat, and who won it."""

    points: Annotated[dict[str, int], Meta(description="Districts of each seat; they sum to 5.")]
    winner: Annotated[str, Meta(description="The seat with more of them.")]


Points = Annotated[int, Meta(description="Part of a strength, in points.")]


class Breakdown(Struct, frozen=True):
    """A seat's strength in a district, by what gives it (ULT-STR-01). `suppressed`: a basic Boss is there;
    `overseen`: the enemy's Overseer is."""

    boss: Points
    commandos: Points
    links: Points
    hunters: Points
    units: Points
    total: Points
    suppressed: Annotated[bool, Meta(description="A basic Boss is there.")]
    overseen: Annotated[bool, Meta(description="The Overseer of the enemy is there.")]


class State(GameState[AnyFrame], kw_only=True):
    """Everything of a match that its commits say."""

    round: int = 0
    first: str = ""
    mover: str = ""
    number: int = 0
    placed: str | None = None
    card_played: bool = False
    last_turn: bool = False
    passes: int = 0
    mats: dict[str, Mat] = {}
    board: dict[str, dict[str, Counts]] = {}
    piles: dict[str, Pile] = {}
    set_aside: Slot = field(default_factory=Slot)
    set_aside_by: str | None = None
    set_aside_from: str | None = None
    counter: list[Cell] = []
    unused: Pile = field(default_factory=Pile)
    given_back: Pile = field(default_factory=Pile)
    votes: list[Sealed[str]] = []
    scores: list[Score] = []
    match_points: dict[str, int] = {}
    result: Outcome | None = None

    def here(self, district: str, seat: str) -> Counts:
        """A seat's tokens in a district, by type."""
        return self.board.get(district, {}).get(seat, {})

    def total(self, district: str) -> int:
        """The tokens of both seats in a district."""
        return sum(sum(counts.values()) for counts in self.board.get(district, {}).values())


def empty_board() -> dict[str, dict[str, Counts]]:
    """Five districts with nothing in them."""
    return {district: {seat: {} for seat in SEATS} for district in DISTRICTS}


def add(counts: Counts, token: str, by: int = 1) -> None:
    """Change a count; types with none left are not kept."""
    counts[token] = counts.get(token, 0) + by
    if not counts[token]:
        del counts[token]

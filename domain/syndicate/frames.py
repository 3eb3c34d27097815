"""What a match of SYNDICATE can wait for or be in the middle of: the frames of its agenda."""

from typing import Annotated, Literal, Union

from msgspec import Meta, Struct

from domain.kernel.agenda import Frame
from domain.kernel.zones import Sealed
from domain.syndicate.resources import Bundle


class Modifier(Struct, frozen=True):
    """Something added to a roll."""

    source: Annotated[str, Meta(description="The chip, tech, sleeper or territory it comes from.")]
    delta: Annotated[int, Meta(description="What it adds.")]


class Share(Struct, frozen=True):
    """A part of a reward that somebody else takes."""

    seat: str
    resource: str
    num: int
    den: int


class Reply(Struct, frozen=True):
    """A sealed answer in a window: pass, or play the slot card with this choice."""

    play: bool
    choice: str | None = None


class Submission(Struct, frozen=True):
    """A sealed answer in the collection: mining picks, bases left unpaid, and the market cube to take off."""

    mining: Annotated[dict[str, Bundle], Meta(description="What each active mining base gives.")]
    unpaid: Annotated[tuple[str, ...], Meta(description="Bases whose crew is not paid, in the order of the board.")]
    market_cube: Annotated[str, Meta(description="The ladder a cube comes off: tech, assault or none.")]


class Picking(Frame, tag="syndicate.Picking"):
    """Seats choose their syndicates: all at once and sealed, or one after the other and openly."""

    asked: list[str]
    openly: bool = False
    answers: list[Sealed[str]] = []


class Round(Frame, tag="syndicate.Round"):
    """The phases of a round."""

    stage: Literal["turns", "sovereign", "collection", "advance"] = "turns"


class Turn(Frame, tag="syndicate.Turn"):
    """A seat's turn, with the number of its actions so far."""

    seat: str
    actions: int = 0


class TechChoice(Frame, tag="syndicate.TechChoice"):
    """A seat takes an advanced tech."""

    seat: str


class Attempt(Frame, tag="syndicate.Attempt"):
    """A mission or a robbery. `win_at` is what has to be reached; `dice` the consequence dice of a robbery."""

    kind: Literal["mission", "robbery"]
    seat: str
    card: str
    territory: str
    row: str
    owner: str | None
    win_at: int
    modifiers: list[Modifier] = []
    dice: int = 0
    shares: list[Share] = []
    cancelled: bool = False
    stage: Literal["announced", "roll", "resolve"] = "announced"


class Assault(Frame, tag="syndicate.Assault"):
    """An assault on a base. `treated`: a sleeper makes the target count as fortified."""

    party: str
    target: str
    defender: str
    reinforcements: int
    fortified: bool
    crew: int = 0
    treated: bool = False
    modifiers: list[Modifier] = []
    stage: Literal["announced", "roll"] = "announced"


class Window(Frame, tag="syndicate.Window"):
    """Seats may play their slot cards. `acting` is the party that caused it, `subject` who is aimed at."""

    kind: str
    acting: str
    subject: str | None
    asked: list[str]
    answers: list[Sealed[Reply]] = []
    closed: bool = False
    played: list[str] = []


class Interrupt(Frame, tag="syndicate.Interrupt"):
    """A sleeper that was revealed. `acting` is the party whose action it interrupts."""

    seat: str
    card: str
    victim: str | None
    choice: str | None
    cancelled: bool = False
    stage: Literal["asking", "effect"] = "asking"


class WaitForPhantom(Frame, tag="syndicate.WaitForPhantom"):
    """The phantom's turn is about to be played; both seats may trade first."""

    ready: list[str] = []


class Phantom(Frame, tag="syndicate.Phantom"):
    """The phantom carries out the base cards it drew."""

    left: list[str]


class Sovereign(Frame, tag="syndicate.Sovereign"):
    """Phase 2. `immune` are the seats that this card does not touch."""

    card: str = ""
    immune: list[str] = []
    stage: Literal["draw", "pardons", "resolve", "closing", "end"] = "draw"


class Pardons(Frame, tag="syndicate.Pardons"):
    """Seats may buy themselves free of the card."""

    asked: list[str]
    answers: list[Sealed[bool]] = []


class Flips(Frame, tag="syndicate.Flips"):
    """Seats short of credits choose which bases rest; `due` holds their tax by base."""

    due: dict[str, dict[str, int]]
    answers: list[Sealed[tuple[str, ...]]] = []


class Discards(Frame, tag="syndicate.Discards"):
    """Seats choose `n` hand cards to discard."""

    n: int
    asked: list[str]
    answers: list[Sealed[tuple[str, ...]]] = []


class Closing(Frame, tag="syndicate.Closing"):
    """The owner of the blockaded base may still send the destroyer home."""

    seat: str


class Collection(Frame, tag="syndicate.Collection"):
    """Seats choose what they collect and leave unpaid."""

    asked: list[str]
    answers: list[Sealed[Submission]] = []


class Idle(Frame, tag="syndicate.Idle"):
    """The campaign waits for what its seat does next."""


class FuelChoice(Frame, tag="syndicate.FuelChoice"):
    """A bunker asks for credits."""


class Confronting(Frame, tag="syndicate.Confronting"):
    """A confrontation has to be dealt with; `reopened`: it was fled from before."""

    card: str
    reopened: bool = False


AnyFrame = Union[  # noqa: UP007  # for msgspec
    Picking, Round, Turn, TechChoice, Attempt, Assault, Window, Interrupt, WaitForPhantom, Phantom, Sovereign, Pardons,
    Flips, Discards, Closing, Collection, Idle, FuelChoice, Confronting,
]  # fmt: skip

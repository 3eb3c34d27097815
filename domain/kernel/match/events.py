"""What happens in every match, whatever its game."""

from typing import Annotated, ClassVar, Generic, Literal, TypeVar

from msgspec import Meta, Struct

from domain.kernel.agenda import Frame
from domain.kernel.audience import Audience, Each, Event, Nobody, Stored
from domain.kernel.match.clock import Clock, Clocks, Then
from domain.kernel.match.commands import Revoked
from domain.kernel.viewers import Seat, Viewer

F = TypeVar("F", bound=Frame)

Visibility = Literal["public", "private"]
Reveal = Literal["everything", "own"]


class ChairSpec(Struct, frozen=True, kw_only=True):
    """One seat as the match was created: for a person, or played by a computer with a named policy."""

    seat: Seat
    bot: Annotated[str | None, Meta(description="The policy of the computer that plays this seat; null for a person.")]


class Created(Event, frozen=True, tag="match.Created"):
    """A match was set up: its game, options, cards and seats are fixed from now on.

    `commitment` is the SHA-256 of the match secret, which all chance in the match follows from.
    """

    game: str
    options: dict[str, object]
    pack: Annotated[str, Meta(description="The content hash of the card pack that this match is played with.")]
    chairs: tuple[ChairSpec, ...]
    visibility: Visibility
    reveal: Reveal
    undo: bool
    commitment: str
    secret: Stored[bytes]
    server: Stored[str]
    host: Stored[bytes]
    spectator_delay: int = 0
    rematch_of: str | None = None
    clock: Clock | None = None


class SeatClaimed(Event, frozen=True, tag="match.SeatClaimed"):
    """A person took a seat."""

    seat: Seat
    epoch: Stored[int]
    proof: Stored[bytes]
    entropy: Stored[bytes]


class SeatLeft(Event, frozen=True, tag="match.SeatLeft"):
    """A seat is open again: its person left, or was sent away by the host."""

    seat: Seat
    kicked: bool


class Started(Event, frozen=True, tag="match.Started"):
    """The match began; nobody joins or leaves from now on."""

    seats: tuple[Seat, ...]


class SeatReplaced(Event, frozen=True, tag="match.SeatReplaced"):
    """A computer plays this seat from now on."""

    seat: Seat
    bot: str


class TokenRenewed(Event, frozen=True, tag="match.TokenRenewed"):
    """The token of your seat was made anew; the one before is void."""

    audience: ClassVar[Audience] = Audience.OWNER

    seat: Seat
    epoch: Stored[int]
    proof: Stored[bytes]


class HostPassed(Event, frozen=True, tag="match.HostPassed"):
    """Somebody else is the host from now on: the person on a seat, or, where `seat` is null, whoever got the key."""

    seat: Seat | None
    epoch: Stored[int]
    proof: Stored[bytes]


class SeatRevoked(Event, frozen=True, tag="match.SeatRevoked"):
    """The host took a seat from its person."""

    seat: Seat
    then: Revoked


class NewcomerAsked(Event, frozen=True, tag="match.NewcomerAsked"):
    """Somebody asks for a seat that the host took from its person. Nothing is shown to the newcomer so far."""

    seat: Seat
    proof: Stored[bytes]


class NewcomerAnswered(Event, frozen=True, tag="match.NewcomerAnswered"):
    """A person at the table agreed to the newcomer who asks for the seat `place`, or turned it away."""

    seat: Seat
    place: Seat
    agree: bool


class ConsentGiven(Event, frozen=True, tag="match.ConsentGiven"):
    """A seat offered or accepted a draw, an abort or a pause, or declined it, which clears all offers of it."""

    seat: Seat
    what: Literal["draw", "abort", "pause", "resume"]
    agree: bool


class Undone(Event, frozen=True, tag="match.Undone"):
    """A seat took its last command back. `events` are your own sequence numbers of what is void now."""

    audience: ClassVar[Audience] = Audience.SEATS

    seat: Seat
    who: Nobody[tuple[Viewer, ...]]
    commits: Nobody[tuple[int, ...]]
    events: Each[tuple[int, ...]]


class Resigned(Event, frozen=True, tag="match.Resigned"):
    """A seat gave the match up."""

    seat: Seat


class Paused(Event, frozen=True, tag="match.Paused"):
    """All agreed on a pause: no clock runs and nothing is played until all agree to go on."""


class Resumed(Event, frozen=True, tag="match.Resumed"):
    """All agreed to go on; the clocks run from where they stood."""


class ClockRan(Event, frozen=True, tag="match.ClockRan"):
    """The time of a seat for a decision was over; what follows from it are the next events."""

    audience: ClassVar[Audience] = Audience.SEATS

    seat: Seat
    who: Nobody[tuple[Viewer, ...]]
    kind: str
    then: Then


class Timed(Event, frozen=True, tag="match.Timed"):
    """Whose time runs after a commit, and how much of it is left. Seen by nobody: deadlines stand in decisions."""

    audience: ClassVar[Audience] = Audience.NOBODY

    clocks: Clocks


class Drawn(Event, frozen=True, tag="match.Drawn"):
    """All agreed on a draw."""


class Aborted(Event, frozen=True, tag="match.Aborted"):
    """The match ends without a result."""


class Closed(Event, frozen=True, tag="match.Closed"):
    """The match is over; nothing more can happen in it.

    Where everything is revealed after the end, `secret` is the match secret (hex) and `entropies` what
    each seat brought (hex, in seat order): with them every draw can be computed again.
    """

    reason: str
    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    secret: str | None = None
    entropies: tuple[str, ...] = ()


class Rested(Event, Generic[F], frozen=True, tag="match.Rested"):
    """What the match waits for after a commit, so that a fold needs no rules. Seen by nobody."""

    audience: ClassVar[Audience] = Audience.NOBODY

    agenda: list[F]
    serial: int


MATCH_EVENTS: tuple[type[Event], ...] = (
    Created,
    SeatClaimed,
    SeatLeft,
    Started,
    SeatReplaced,
    TokenRenewed,
    HostPassed,
    SeatRevoked,
    NewcomerAsked,
    NewcomerAnswered,
    ConsentGiven,
    Undone,
    Resigned,
    Paused,
    Resumed,
    ClockRan,
    Timed,
    Drawn,
    Aborted,
    Closed,
)

"""What can be asked of every match, whatever its game."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.command import Command

SeatName = Annotated[str, Meta(description="A seat's name, as the game's description lists it.", max_length=32)]


class Claim(Command, frozen=True, tag="match.Claim"):
    """Take an open seat. The service makes this from a claim request, which proves who asks."""

    seat: SeatName
    proof: bytes
    entropy: bytes


class Leave(Command, frozen=True, tag="match.Leave"):
    """Give up your seat before the match starts; it is open again and your token is void."""


class Kick(Command, frozen=True, tag="match.Kick"):
    """Send a person away from a seat before the match starts. For the host alone."""

    seat: SeatName


class Start(Command, frozen=True, tag="match.Start"):
    """Start the match. For the host alone, once every seat is taken."""


class Expire(Command, frozen=True, tag="match.Expire"):
    """End a match that was not started in time. For the service alone, which knows the time."""


class Resign(Command, frozen=True, tag="match.Resign"):
    """Give the match up. With two seats the other one wins; with more, a computer plays on for you."""


class Consent(Command, frozen=True, tag="match.Consent"):
    """Agree to end the match as a draw or without a result, to pause it or to go on; or decline.

    It happens as soon as every person at the table agrees; computers always do.
    """

    what: Annotated[
        Literal["draw", "abort", "pause", "resume"],
        Meta(
            description="A `draw` for all; no result at all (`abort`); or, in a match with a clock, that everything "
            "stands still (`pause`) until all agree to go on (`resume`)."
        ),
    ]
    agree: Annotated[bool, Meta(description="True to offer or accept; false to decline and clear all offers.")]


class Renew(Command, frozen=True, tag="match.Renew"):
    """Make your seat's token anew. The service makes this from a request, which proves who asks."""

    proof: bytes


class PassHost(Command, frozen=True, tag="match.PassHost"):
    """Give the hosting away: to the person on a seat, or to whoever has the key behind `proof`. The service makes
    this from a request."""

    seat: SeatName | None
    proof: bytes


Revoked = Annotated[
    Literal["computer", "newcomer", "abort"],
    Meta(
        description="What becomes of the seat: a `computer` plays it to the end; or until a `newcomer` has it, to whom "
        "every remaining person must agree (for tables where at least two persons remain); or, with one or two seats, "
        "the match ends without a result (`abort`)."
    ),
]


class Revoke(Command, frozen=True, tag="match.Revoke"):
    """Take a seat from its person while the match runs. For the host alone, and everybody is told.

    The person's token is void at once. It gives the host no look at anything.
    """

    seat: SeatName
    then: Revoked


class Welcome(Command, frozen=True, tag="match.Welcome"):
    """Agree that whoever asks for a seat gets it, or decline, after which somebody else may ask.

    The newcomer has the seat as soon as every person at the table agrees.
    """

    seat: SeatName
    agree: Annotated[bool, Meta(description="True to agree; false to turn the newcomer away.")]


class Undo(Command, frozen=True, tag="match.Undo"):
    """Take back your last command. Open while nothing was drawn, shown or answered since."""


class RunOut(Command, frozen=True, tag="match.RunOut"):
    """The time for a decision is over. For the service alone, which knows the time."""

    seat: SeatName
    kind: str
    serial: int


PUBLIC_COMMANDS: tuple[type[Command], ...] = (Leave, Kick, Start, Resign, Consent, Revoke, Welcome, Undo)
MATCH_COMMANDS: tuple[type[Command], ...] = (Claim, Renew, PassHost, Expire, RunOut, *PUBLIC_COMMANDS)

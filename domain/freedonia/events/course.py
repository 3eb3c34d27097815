"""How matches and years begin and close."""

from typing import Annotated

from msgspec import Meta

from domain.freedonia.events.words import (
    Cause,
    Destination,
    Ending,
    Face,
    GoalCheck,
    Leaving,
    Place,
    Seat,
    VenueName,
    Year,
)
from domain.kernel.audience import Event


class MatchStarted(Event, frozen=True, tag="freedonia.MatchStarted"):
    """The board is set for a deck, an ambition and a difficulty (FRE-SETUP-01, FRE-SETUP-02)."""

    deck: Annotated[str, Meta(description="The Leader's deck.")]
    ambition: Annotated[str, Meta(description="The Leader's ambition.")]
    own_ambition: Annotated[bool, Meta(description="The ambition belongs to the deck.")]
    difficulty: Annotated[str, Meta(description="story, normal, hard or crisis.")]
    counts: Annotated[dict[str, int], Meta(description="The count of each venue, in wedges.")]
    goals: Annotated[dict[str, int], Meta(description="The goals, in wedges.")]
    record: Annotated[dict[str, tuple[str, ...]], Meta(description="The Record cards of each seat.")]


class YearTurned(Event, frozen=True, tag="freedonia.YearTurned"):
    """A year begins; each seat has its income, what was left is gone (FRE-YEAR-01)."""

    year: Year
    term: Annotated[int, Meta(description="The term of four years, from 1.")]
    election_year: Annotated[bool, Meta(description="An election closes it, unless suspended.")]
    fiat: Annotated[dict[str, int], Meta(description="The $FIAT of each seat.")]
    held_at_start: Annotated[
        dict[str, str | None], Meta(description="Who held each venue as the year began; null: nobody.")
    ]


class OrderGranted(Event, frozen=True, tag="freedonia.OrderGranted"):
    """A seat has its order for the term (FRE-ORDER-03)."""

    seat: Seat
    order: Annotated[str, Meta(description="The order.")]
    term: Annotated[int, Meta(description="The term, from 1.")]


class TermEnded(Event, frozen=True, tag="freedonia.TermEnded"):
    """A term is over; orders not played in it are lost (FRE-ORDER-02)."""

    term: Annotated[int, Meta(description="The term, from 1.")]
    lost: Annotated[tuple[str, ...], Meta(description="The seats whose order was lost.")]


class CountMoved(Event, frozen=True, tag="freedonia.CountMoved"):
    """A count moved, or would have (FRE-VENUE-03, FRE-EFFECT-01)."""

    venue: VenueName
    start: Annotated[int, Meta(description="Wedges before.")]
    end: Annotated[int, Meta(description="Wedges after, 0 to 50.")]
    wedges: Annotated[
        int, Meta(description="What was asked for; more than 0 is toward the Leader. Aimed anger may turn it round.")
    ]
    mover: Seat
    cause: Annotated[Cause, Meta(description="Why it moved.")]
    kept_home: Annotated[bool, Meta(description="The anger was aimed elsewhere, so it stayed (FRE-POWER-05).")]


class CardAged(Event, frozen=True, tag="freedonia.CardAged"):
    """A standing card lost one clout to age (FRE-YEAR-03)."""

    venue: VenueName
    slot: Place
    card: Face
    clout: Annotated[int, Meta(description="Its own clout now.")]


class CardLeft(Event, frozen=True, tag="freedonia.CardLeft"):
    """A card left the board, to its owner's discard or out of the game (FRE-VENUE-04, FRE-ABIL-06)."""

    venue: VenueName
    slot: Place
    card: Face
    owner: Seat
    goes_to: Annotated[Destination, Meta(description="Where it went.")]
    reason: Annotated[Leaving, Meta(description="Why it left.")]


class ElectionHeld(Event, frozen=True, tag="freedonia.ElectionHeld"):
    """An election (FRE-ELECT-01..03)."""

    year: Year
    parliament: Annotated[int, Meta(description="Parliament's count.")]
    goals: Annotated[dict[str, GoalCheck], Meta(description="The goals of the ambition, by venue.")]


class ElectionSuspended(Event, frozen=True, tag="freedonia.ElectionSuspended"):
    """There was no election (FRE-POWER-01)."""

    year: Year
    by: Annotated[tuple[str, ...], Meta(description="The cards that suspend it.")]


class GoalsChecked(Event, frozen=True, tag="freedonia.GoalsChecked"):
    """The goals were looked at as a year closed (FRE-POWER-02)."""

    met: Annotated[bool, Meta(description="Every goal is met.")]
    streak: Annotated[int, Meta(description="Years running with every goal met.")]


class GameEnded(Event, frozen=True, tag="freedonia.GameEnded"):
    """The match is decided (FRE-WIN-01..04)."""

    winner: Seat
    reason: Annotated[
        Ending,
        Meta(description="How it was decided."),
    ]
    venue: Annotated[str | None, Meta(description="The venue at 0 that decided it; null: none.")]
    year: Year

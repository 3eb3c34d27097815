"""The reveal: cards turn up, venues are decided."""

from typing import Annotated

from msgspec import Meta

from domain.freedonia.events.words import (
    Breakdown,
    CallOutcome,
    Face,
    Place,
    Seat,
    VenueName,
)
from domain.freedonia.state import Numbers
from domain.kernel.audience import Event


class VenueOpened(Event, frozen=True, tag="freedonia.VenueOpened"):
    """The reveal comes to a venue (FRE-REVEAL-01)."""

    venue: VenueName


class CardTurnedUp(Event, frozen=True, tag="freedonia.CardTurnedUp"):
    """A card was turned up and rolled its die (FRE-REVEAL-02, FRE-BACK-01)."""

    seat: Seat
    venue: VenueName
    slot: Place
    card: Face
    die: Annotated[int, Meta(description="The face rolled, from 1.")]
    backfired: Annotated[bool, Meta(description="It counts for the other side (FRE-BACK-02).")]
    ignored_red: Annotated[bool, Meta(description="An order ignored a red face.")]


class DecoyTurnedUp(Event, frozen=True, tag="freedonia.DecoyTurnedUp"):
    """What was turned up was a decoy, and is gone (FRE-DECOY-03)."""

    seat: Seat
    venue: VenueName
    slot: Place


class MuzzleStarted(Event, frozen=True, tag="freedonia.MuzzleStarted"):
    """A landed card takes one from the enemy's total in a venue (FRE-ABIL-03)."""

    seat: Seat
    slot: Place
    card: Face
    venue: VenueName


class RecordCalled(Event, frozen=True, tag="freedonia.RecordCalled"):
    """A landed card called a Record card of the other seat (FRE-RECORD-02..04)."""

    seat: Annotated[str, Meta(description="The seat whose Record card was called.")]
    card: Face
    by: Annotated[str, Meta(description="The card that called it.")]
    outcome: Annotated[CallOutcome, Meta(description="Whether it joined the hand.")]


class VenueDecided(Event, frozen=True, tag="freedonia.VenueDecided"):
    """A venue was decided (FRE-VENUE-01..07)."""

    venue: VenueName
    leader: Annotated[Breakdown, Meta(description="The Leader's total.")]
    opposition: Annotated[Breakdown, Meta(description="The Opposition's total.")]
    winner: Annotated[Seat | None, Meta(description="Who won it; null on equal totals.")]
    wedges: Annotated[int, Meta(description="How far the count is to move; more than 0 is toward the Leader.")]


class CardCaptured(Event, frozen=True, tag="freedonia.CardCaptured"):
    """A turncoat took a backfired enemy card, which now stands for its captor (FRE-ABIL-04)."""

    venue: VenueName
    slot: Place
    card: Face
    by: Annotated[str, Meta(description="The seat it now stands for.")]


class CardStands(Event, frozen=True, tag="freedonia.CardStands"):
    """A card laid this year stays on the board (FRE-VENUE-04)."""

    venue: VenueName
    slot: Place
    card: Face
    side: Seat
    aim_until: Annotated[int | None, Meta(description="The last year in which its aim works; null: no such power.")]


class NumbersShown(Event, frozen=True, tag="freedonia.NumbersShown"):
    """All lays are turned up, so the true sizes are shown again (FRE-SECRET-02)."""

    numbers: Annotated[dict[str, Numbers], Meta(description="The numbers of each seat.")]

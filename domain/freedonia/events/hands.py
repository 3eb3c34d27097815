"""What happens to decks and hands; much of it is for their owner alone."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from domain.freedonia.events.words import (
    Count,
    Face,
    Faces,
    Seat,
    Who,
)
from domain.kernel.audience import Audience, Event, Nobody, Owner, Seats


class DeckShuffled(Event, frozen=True, tag="freedonia.DeckShuffled"):
    """A deck was shuffled: at the start, or made anew of the discard (FRE-SETUP-03, FRE-HAND-04)."""

    audience: ClassVar[Audience] = Audience.SEATS

    seat: Seat
    who: Nobody[Who]
    size: Count
    reason: Annotated[Literal["setup", "draw", "favour"], Meta(description="What it was needed for.")]
    order: Nobody[Faces]


class CardsDrawn(Event, frozen=True, tag="freedonia.CardsDrawn"):
    """Cards went from a deck to its hand (FRE-YEAR-04)."""

    seat: Seat
    count: Count
    cards: Owner[Faces]


class OpeningSwapChosen(Event, frozen=True, tag="freedonia.OpeningSwapChosen"):
    """A seat chose what it puts back of its opening hand; others learn only that it has (FRE-HAND-02)."""

    seat: Seat
    cards: Owner[Faces]


class OpeningSwapped(Event, frozen=True, tag="freedonia.OpeningSwapped"):
    """A seat's opening cards went under its deck."""

    seat: Seat
    count: Count
    cards: Owner[Faces]


class ShedDue(Event, frozen=True, tag="freedonia.ShedDue"):
    """Seats must shed cards before they draw (FRE-YEAR-05)."""

    due: Annotated[dict[str, int], Meta(description="How many cards each seat must shed.")]


class ShedChosen(Event, frozen=True, tag="freedonia.ShedChosen"):
    """A seat chose what it sheds; others learn only that it has."""

    seat: Seat
    cards: Owner[Faces]


class CardsShed(Event, frozen=True, tag="freedonia.CardsShed"):
    """A seat shed cards, face down; Record cards went back to the Record for all to see (FRE-RECORD-05)."""

    seat: Seat
    who: Nobody[Who]
    count: Count
    cards: Seats[Faces]
    record_cards: Annotated[tuple[str, ...], Meta(description="Those that went back to the Record.")]
    open: Annotated[bool, Meta(description="The shed cards lie face up (option `discard`).")]


class FavourCalled(Event, frozen=True, tag="freedonia.FavourCalled"):
    """You paid 1 $FIAT to swap a hand card for the top of your deck; nobody else knows (FRE-HAND-03)."""

    audience: ClassVar[Audience] = Audience.OWNER

    seat: Seat
    gave: Face
    got: Face
    goes_to: Annotated[Literal["bottom", "top", "discard", "record"], Meta(description="Where the card went.")]

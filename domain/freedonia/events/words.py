"""The words that events are written in."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.kernel.viewers import Viewer

Seat = Annotated[str, Meta(description="A seat: leader or opposition.")]
VenueName = Annotated[str, Meta(description="A venue.")]
Face = Annotated[str, Meta(description="The id of a card.")]
Faces = Annotated[tuple[str, ...], Meta(description="Ids of cards.")]
Place = Annotated[str, Meta(description="The place of a lay: year, seat, venue and position.")]
Count = Annotated[int, Meta(description="How many cards.")]
Year = Annotated[int, Meta(description="The year, from 1.")]
Who = Annotated[tuple[Viewer, ...], Meta(description="Who is told.")]
Picture = Annotated[str | None, Meta(description="The picture that the face-down card shows; null: none.")]
Leaving = Literal["aged_out", "lost", "crowded_out", "tie", "backfired"]
Destination = Literal["discard", "out_of_game"]
CallOutcome = Literal["joined", "already_held", "out_of_game"]
Ending = Literal["election", "second_year_running", "ruled_for_life", "count_zero", "parliament_at_election"]


class Covered(Struct, frozen=True):
    """What everyone sees of a card that lies face down."""

    slot: Place
    venue: VenueName
    position: Annotated[int, Meta(description="Its position in the venue, from 1.")]
    face: Picture


class Uncovered(Struct, frozen=True):
    """A face-down card that a seat was shown; null is a decoy."""

    slot: Place
    card: Annotated[str | None, Meta(description="The card; null: a decoy.")]


class Cause(Struct, frozen=True):
    """Why a count moved, and the card behind it if there is one."""

    kind: Annotated[
        Literal["holding", "venue", "side_effect", "suspended_year"],
        Meta(description="Held as the year turned, won, a card's side effect, or the price of a suspended year."),
    ]
    card: Annotated[str | None, Meta(description="The card whose side effect it is.")] = None


class Part(Struct, frozen=True):
    """One card's share of a total (FRE-VENUE-02); one that backfired counts for the enemy with its base alone."""

    slot: Place
    card: Face
    base: Annotated[int, Meta(description="The printed clout.")]
    age: Annotated[int, Meta(description="What age has taken from it.")]
    combo: Annotated[int, Meta(description="What Combo adds (FRE-CLOUT-03).")]
    same_kind: Annotated[int, Meta(description="What Same kind adds (FRE-CLOUT-04).")]
    backfired: Annotated[bool, Meta(description="An enemy card that backfired.")]

    @property
    def strength(self) -> int:
        """What it brings to the venue."""
        return self.base - self.age + self.combo + self.same_kind


class Breakdown(Struct, frozen=True):
    """A side's total in a venue, by what gives and takes it."""

    cards: Annotated[tuple[Part, ...], Meta(description="The cards that count for it.")]
    order_bonus: Annotated[int, Meta(description="What an order adds (FRE-CLOUT-07).")]
    muzzle: Annotated[int, Meta(description="What enemy Muzzles take (FRE-ABIL-03).")]
    guard: Annotated[int, Meta(description="What the guard of the venue takes (FRE-VENUE-06).")]
    total: Annotated[int, Meta(description="The total, never below 0 (FRE-CLOUT-06).")]


class GoalCheck(Struct, frozen=True):
    """A goal at an election."""

    count: Annotated[int, Meta(description="Wedges now.")]
    goal: Annotated[int, Meta(description="Wedges that it takes.")]
    met: Annotated[bool, Meta(description="Whether it is met.")]

"""What happens before the first turn, and between rounds (SND-SET, SND-RND)."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.audience import Event, Nobody, Owner
from domain.kernel.outcome import Outcome
from domain.syndicate.events.words import Cause, Face, Faces, Gain, Number, Party, Place, Places, Round, Seat


class TableLaid(Event, frozen=True, tag="syndicate.TableLaid"):
    """The table is laid for these seats; the advanced techs lie face up (SND-SET-01, SND-SET-02, SND-SET-06)."""

    seats: Annotated[tuple[str, ...], Meta(description="The seats, clockwise.")]
    techs: Annotated[tuple[str, ...], Meta(description="The advanced techs on the board.")]


class SyndicatesDealt(Event, frozen=True, tag="syndicate.SyndicatesDealt"):
    """A seat was dealt syndicates to choose from (SND-SET-07)."""

    seat: Seat
    number: Number
    offered: Owner[Faces]


class SyndicateLocked(Event, frozen=True, tag="syndicate.SyndicateLocked"):
    """A seat chose its syndicate, in secret."""

    seat: Seat
    syndicate: Owner[Face]


class SyndicateTaken(Event, frozen=True, tag="syndicate.SyndicateTaken"):
    """A seat plays this syndicate."""

    seat: Seat
    syndicate: Face


class BonusChipsPlaced(Event, frozen=True, tag="syndicate.BonusChipsPlaced"):
    """A face-down chip lies on each territory of a zone, the rest are in the box (SND-SET-03)."""

    zone: Annotated[str, Meta(description="The zone.")]
    places: Places
    boxed_count: Number
    chips: Nobody[Faces]
    boxed: Nobody[Faces]


class ChipReturned(Event, frozen=True, tag="syndicate.ChipReturned"):
    """The chip under a starting base went to the box, unseen (SND-SET-09)."""

    territory: Place


class SovereignDeckBuilt(Event, frozen=True, tag="syndicate.SovereignDeckBuilt"):
    """Eight Sovereign cards are shuffled, the final one fifth, sixth or seventh; eight stay away (SND-SET-04)."""

    size: Number
    order: Nobody[Faces]
    boxed: Nobody[Faces]


class OperationsShuffled(Event, frozen=True, tag="syndicate.OperationsShuffled"):
    """The operation cards were shuffled into a new deck; a reshuffle takes the discards (SND-COL-08)."""

    count: Number
    reshuffle: Annotated[bool, Meta(description="The discards were shuffled, not all cards.")]
    order: Nobody[Faces]


class CardsDrawn(Event, frozen=True, tag="syndicate.CardsDrawn"):
    """A seat drew operation cards from the deck (SND-INF-08)."""

    seat: Seat
    count: Number
    reason: Annotated[Literal["deal", "collection", "effect"], Meta(description="Why.")]
    cards: Owner[Faces]


class StartingPositionSet(Event, frozen=True, tag="syndicate.StartingPositionSet"):
    """What a seat begins with (SND-SET-10 to SND-SET-13)."""

    seat: Seat
    resources: Gain
    tech: Annotated[int, Meta(description="The tech level.")]
    assault: Annotated[int, Meta(description="The assault level, with as many armed reinforcements.")]
    base: Annotated[str | None, Meta(description="The starting base, if there is one.")]
    fortified: Annotated[bool, Meta(description="The starting base is fortified.")]


class FirstPlayerDrawn(Event, frozen=True, tag="syndicate.FirstPlayerDrawn"):
    """Who begins, by lot; `circle` are all parties clockwise from there (SND-SET-14, SND-PH-01)."""

    seat: Seat
    circle: Annotated[tuple[str, ...], Meta(description="All parties, clockwise.")]


class PhantomBasesAssigned(Event, frozen=True, tag="syndicate.PhantomBasesAssigned"):
    """The phantom's five bases; the chips there went to the box, unseen (SND-PH-02)."""

    territories: Places


class RoundStarted(Event, frozen=True, tag="syndicate.RoundStarted"):
    """A round begins (SND-RND-01, SND-RND-03)."""

    round: Round
    first_player: Party


class TurnStarted(Event, frozen=True, tag="syndicate.TurnStarted"):
    """A party's turn begins (SND-RND-02)."""

    party: Party


class TurnEnded(Event, frozen=True, tag="syndicate.TurnEnded"):
    """A party's turn is over."""

    party: Party
    done: Annotated[bool, Meta(description="It has no more turns in this phase.")]


class AwardClaimed(Event, frozen=True, tag="syndicate.AwardClaimed"):
    """A seat was the first to reach a feat (SND-AWD-01)."""

    seat: Seat
    award: Annotated[str, Meta(description="The award.")]
    vp: Annotated[int, Meta(description="Victory points.")]


class GameScored(Event, frozen=True, tag="syndicate.GameScored"):
    """The match is over: credits and victory points of each seat (SND-END-01, SND-END-04)."""

    credits: Annotated[dict[str, int], Meta(description="Credits, by seat.")]
    points: Annotated[dict[str, int], Meta(description="Victory points of awards, by seat.")]
    outcome: Annotated[Outcome, Meta(description="How the match was decided.")]


class CardsDiscarded(Event, frozen=True, tag="syndicate.CardsDiscarded"):
    """A seat discarded operation cards, face up (SND-R-27)."""

    seat: Seat
    cards: Faces
    cause: Cause

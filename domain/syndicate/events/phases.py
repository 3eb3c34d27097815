"""The Sovereign card and the collection (SND-SOV, SND-PAR, SND-CRK, SND-TAX, SND-COL)."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.audience import Event, Nobody, Owner
from domain.syndicate.events.words import Face, Faces, Gain, Place, Places, Round, Seat
from domain.syndicate.frames import Submission
from domain.syndicate.resources import Bundle


class SovereignPhaseBegan(Event, frozen=True, tag="syndicate.SovereignPhaseBegan"):
    """Phase 2: bases that rested for tax or crew are active again (SND-SOV-01)."""

    restored: Places


class SovereignRevealed(Event, frozen=True, tag="syndicate.SovereignRevealed"):
    """The next Sovereign card lies face up (SND-SOV-02)."""

    card: Face
    left: Annotated[int, Meta(description="Cards left in the deck.")]


class FinalRoundAnnounced(Event, frozen=True, tag="syndicate.FinalRoundAnnounced"):
    """This round will be the last (SND-END-02)."""

    round: Round


class PardonAnswered(Event, frozen=True, tag="syndicate.PardonAnswered"):
    """A seat decided whether it buys a pardon (SND-PAR-05)."""

    seat: Seat
    pay: Owner[Annotated[bool, Meta(description="It pays.")]]
    openly: Annotated[bool | None, Meta(description="The answer, where pardons are open; else null.")]


class PardonsRevealed(Event, frozen=True, tag="syndicate.PardonsRevealed"):
    """Who is immune from the card, and what was paid for it."""

    paid: Annotated[dict[str, int], Meta(description="Influence paid, by seat.")]
    free: Annotated[tuple[str, ...], Meta(description="Seats immune at no cost.")]


class TaxAssessed(Event, frozen=True, tag="syndicate.TaxAssessed"):
    """What a seat owes for its bases (SND-TAX-01)."""

    seat: Seat
    due: Annotated[dict[str, int], Meta(description="Credits, by base.")]
    total: Annotated[int, Meta(description="Credits in all.")]


class TaxFlipsChosen(Event, frozen=True, tag="syndicate.TaxFlipsChosen"):
    """A seat that is short of credits chose the bases that will rest, sealed."""

    seat: Seat
    flip: Owner[Places]


class TaxSettled(Event, frozen=True, tag="syndicate.TaxSettled"):
    """A seat paid tax; bases it could not pay for rest (SND-TAX-02, SND-TAX-03)."""

    seat: Seat
    paid: Annotated[int, Meta(description="Credits paid.")]
    flipped: Places


class CrackdownRolled(Event, frozen=True, tag="syndicate.CrackdownRolled"):
    """The crackdown die was rolled for a base (SND-CRK-01)."""

    seat: Seat
    territory: Place
    roll: Annotated[int, Meta(description="The twelve-sided die.")]
    limit: Annotated[int, Meta(description="The base is seized when the die is at most this.")]
    seized: Annotated[bool, Meta(description="The base is seized.")]


class ResourcesLost(Event, frozen=True, tag="syndicate.ResourcesLost"):
    """A seat lost resources to a Sovereign card."""

    seat: Seat
    lost: Annotated[Bundle, Meta(description="What was lost.")]


class DiscardsChosen(Event, frozen=True, tag="syndicate.DiscardsChosen"):
    """A seat chose the cards that it will discard, sealed."""

    seat: Seat
    cards: Owner[Faces]


class SovereignPhaseEnded(Event, frozen=True, tag="syndicate.SovereignPhaseEnded"):
    """Phase 2 is over; the card is done with."""

    card: Face


class DiceReset(Event, frozen=True, tag="syndicate.DiceReset"):
    """All dice and reinforcements are armed, all techs fresh (SND-COL-02)."""


class CollectionSubmitted(Event, frozen=True, tag="syndicate.CollectionSubmitted"):
    """A seat made its choices for the collection, sealed."""

    seat: Seat
    submission: Owner[Submission]


class IncomeCollected(Event, frozen=True, tag="syndicate.IncomeCollected"):
    """What a seat collected, line by line; `unpaid` bases rest or are lost (SND-COL-03)."""

    seat: Seat
    lines: Annotated[
        dict[str, Bundle],
        Meta(description="racketeering, syndicate, techs, exo, middle, inner, mining, routes and upkeep."),
    ]
    delta: Gain
    unpaid: Places
    rest: Annotated[bool, Meta(description="Unpaid bases rest; else they are lost.")]


class ResearchAdvanced(Event, frozen=True, tag="syndicate.ResearchAdvanced"):
    """Research markers were added (SND-SPC-05)."""

    markers: Annotated[dict[str, int], Meta(description="The markers now, by base.")]


class MarketCubeRemoved(Event, frozen=True, tag="syndicate.MarketCubeRemoved"):
    """A seat took a cube off a market ladder (SND-LVL-04)."""

    seat: Seat
    track: Annotated[str, Meta(description="The ladder.")]
    box: Annotated[int, Meta(description="The box, from 0.")]


class PhantomReadied(Event, frozen=True, tag="syndicate.PhantomReadied"):
    """A seat is ready for the phantom's turn."""

    seat: Seat


class PhantomCardsDrawn(Event, frozen=True, tag="syndicate.PhantomCardsDrawn"):
    """The phantom drew base cards (SND-PH-03)."""

    drawn: Places
    shuffle: Nobody[Places]

"""What seats do in their turns besides attempts (SND-BASE, SND-LVL, SND-EXC, SND-SELL, SND-CHIP, SND-TRADE)."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.audience import Event, Owner, Seats
from domain.syndicate.events.words import (
    Cause,
    Choice,
    Cost,
    Face,
    Faces,
    Gain,
    Number,
    Party,
    Place,
    Places,
    Seat,
    Track,
    Who,
)


class BasePurchased(Event, frozen=True, tag="syndicate.BasePurchased"):
    """A seat bought a base, with the chip that may have lain there (SND-BASE-01, SND-BASE-03)."""

    seat: Seat
    territory: Place
    paid: Cost
    chip_zone: Annotated[str | None, Meta(description="The colour of the chip that came with it, or null.")]
    chip: Owner[Annotated[str | None, Meta(description="The chip's face, or null.")]]


class BaseFortified(Event, frozen=True, tag="syndicate.BaseFortified"):
    """A base was fortified (SND-BASE-05)."""

    party: Party
    territory: Place
    paid: Cost


class BaseTaken(Event, frozen=True, tag="syndicate.BaseTaken"):
    """A base has a new owner; research there is gone (SND-ASSAULT-07, SND-SPC-07)."""

    territory: Place
    loser: Party
    winner: Party


class BaseSeized(Event, frozen=True, tag="syndicate.BaseSeized"):
    """A base was lost and is nobody's now (SND-BASE-08)."""

    seat: Seat
    territory: Place
    cause: Annotated[Literal["crackdown", "crew"], Meta(description="Why.")]


class ResearchConverted(Event, frozen=True, tag="syndicate.ResearchConverted"):
    """Full research came off a base for a level (SND-SPC-06)."""

    seat: Seat
    territory: Place
    track: Track


class LevelRaised(Event, frozen=True, tag="syndicate.LevelRaised"):
    """A level rose; an assault level brings an armed reinforcement (SND-LVL-05)."""

    seat: Seat
    track: Track
    level: Annotated[int, Meta(description="The new level.")]
    cause: Cause


class TechBonusReached(Event, frozen=True, tag="syndicate.TechBonusReached"):
    """A tech level with a bonus was reached (SND-LVL-06)."""

    seat: Seat
    rank: Annotated[int, Meta(description="The first, second or third such level.")]
    credits: Annotated[int, Meta(description="Credits that come with it.")]


class AdvancedTechTaken(Event, frozen=True, tag="syndicate.AdvancedTechTaken"):
    """A seat took an advanced tech, or credits because none was left (SND-TECH-01, SND-TECH-02)."""

    seat: Seat
    tech: Annotated[str | None, Meta(description="The tech, or null.")]
    credits: Annotated[int, Meta(description="Credits instead.")]


class LevelPurchased(Event, frozen=True, tag="syndicate.LevelPurchased"):
    """A seat bought a level on the black market; its cube lies in the box (SND-LVL-01)."""

    seat: Seat
    track: Track
    price: Annotated[int, Meta(description="Credits paid.")]
    box: Annotated[int, Meta(description="The box of the ladder, from 0.")]


class ResourcesExchanged(Event, frozen=True, tag="syndicate.ResourcesExchanged"):
    """A seat exchanged resources (SND-EXC-01)."""

    seat: Seat
    paid: Cost
    received: Gain


class CardSold(Event, frozen=True, tag="syndicate.CardSold"):
    """A seat sold an operation card, face up (SND-SELL-01)."""

    seat: Seat
    card: Face
    gain: Gain


class ChipPlayed(Event, frozen=True, tag="syndicate.ChipPlayed"):
    """A seat played a bonus chip, which leaves the game face up (SND-CHIP-02)."""

    seat: Seat
    chip: Face
    choice: Choice


class ResourcesGained(Event, frozen=True, tag="syndicate.ResourcesGained"):
    """A seat took resources from the bank."""

    seat: Seat
    gain: Gain
    cause: Cause


class DiceRearmed(Event, frozen=True, tag="syndicate.DiceRearmed"):
    """Used action dice of a seat are armed again."""

    seat: Seat
    number: Number


class AbilityUsed(Event, frozen=True, tag="syndicate.AbilityUsed"):
    """An advanced tech that works once a round was used (SND-TECH-03)."""

    seat: Seat
    ability: Face


class SleeperActivated(Event, frozen=True, tag="syndicate.SleeperActivated"):
    """A seat laid an operation card face down into its slot: a sleeper or a decoy (SND-SLP-01, SND-SLP-04)."""

    seat: Seat
    burned: Annotated[str | None, Meta(description="The card that made room, face up, or null.")]
    card: Owner[Face]


class TradeProposed(Event, frozen=True, tag="syndicate.TradeProposed"):
    """A seat offers a trade; only the partners see the faces (SND-TRADE-06)."""

    seat: Seat
    partner: Seat
    trade: Number
    who: Who
    give: Gain
    bases: Places
    card_count: Number
    chip_count: Number
    cards: Seats[Faces]
    chips: Seats[Faces]
    want: Cost
    want_cards: Number
    want_chips: Number
    want_bases: Places


class TradeExecuted(Event, frozen=True, tag="syndicate.TradeExecuted"):
    """A trade was accepted; both sides moved at once (SND-TRADE-03)."""

    seat: Seat
    partner: Seat
    trade: Number
    who: Who
    cards: Seats[Annotated[tuple[str, ...], Meta(description="Cards given in return.")]]
    chips: Seats[Annotated[tuple[str, ...], Meta(description="Chips given in return.")]]


class TradeClosed(Event, frozen=True, tag="syndicate.TradeClosed"):
    """An offer is no longer open; what was put aside is back."""

    trade: Number
    why: Annotated[Literal["declined", "withdrawn", "expired"], Meta(description="Why.")]

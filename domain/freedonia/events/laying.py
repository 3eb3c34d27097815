"""Laying; until the seal it is for the seat that lays alone (FRE-SECRET-04)."""

from typing import Annotated, ClassVar

from msgspec import Meta

from domain.freedonia.events.words import (
    Covered,
    Face,
    Picture,
    Place,
    Seat,
    Uncovered,
    VenueName,
)
from domain.kernel.audience import Audience, Event, Owner


class CardLaid(Event, frozen=True, tag="freedonia.CardLaid"):
    """You laid a card; nobody else knows until you seal (FRE-LAY-04)."""

    audience: ClassVar[Audience] = Audience.OWNER

    seat: Seat
    slot: Place
    card: Face
    venue: VenueName
    face: Picture
    cost: Annotated[int, Meta(description="What it cost, in $FIAT.")]


class DecoyLaid(Event, frozen=True, tag="freedonia.DecoyLaid"):
    """You laid the decoy; nobody else knows until you seal, nor then that it is one (FRE-DECOY-01)."""

    audience: ClassVar[Audience] = Audience.OWNER

    seat: Seat
    slot: Place
    venue: VenueName
    face: Picture


class LayTakenBack(Event, frozen=True, tag="freedonia.LayTakenBack"):
    """You took back what you had laid (FRE-LAY-07)."""

    audience: ClassVar[Audience] = Audience.OWNER

    seat: Seat
    slot: Place
    refund: Annotated[int, Meta(description="What you got back, in $FIAT.")]


class OrderStaged(Event, frozen=True, tag="freedonia.OrderStaged"):
    """Your order waits for your seal; nobody else knows."""

    audience: ClassVar[Audience] = Audience.OWNER

    seat: Seat
    order: Annotated[str, Meta(description="The order.")]
    venue: VenueName


class OrderUnstaged(Event, frozen=True, tag="freedonia.OrderUnstaged"):
    """You took back your order."""

    audience: ClassVar[Audience] = Audience.OWNER

    seat: Seat


class LaySealed(Event, frozen=True, tag="freedonia.LaySealed"):
    """A seat's cards of the year lie fast: others see where, and whose pictures they carry (FRE-LAY-06)."""

    seat: Seat
    lays: Annotated[tuple[Covered, ...], Meta(description="Every card, by venue and position.")]
    cards: Owner[Annotated[tuple[str | None, ...], Meta(description="The cards in that order; null: the decoy.")]]


class OrderPlayed(Event, frozen=True, tag="freedonia.OrderPlayed"):
    """A seat played its order (FRE-LAY-05, FRE-ORDER-01)."""

    seat: Seat
    order: Annotated[str, Meta(description="The order.")]
    venue: Annotated[str | None, Meta(description="The venue it names; null: none.")]


class FiatGained(Event, frozen=True, tag="freedonia.FiatGained"):
    """An order paid $FIAT for this year."""

    seat: Seat
    amount: Annotated[int, Meta(description="How much.")]


class LaysShown(Event, frozen=True, tag="freedonia.LaysShown"):
    """An order showed you the face-down cards of a venue; the other seat learns only that it was played."""

    audience: ClassVar[Audience] = Audience.OWNER

    seat: Seat
    venue: VenueName
    cards: Annotated[tuple[Uncovered, ...], Meta(description="What lies there.")]

"""What a seat can ask for in Freedonia."""

from typing import Annotated

from msgspec import Meta

from domain.freedonia.meta import CardId, SlotId, Venue
from domain.kernel.command import Command

Cards = Annotated[tuple[CardId, ...], Meta(description="Ids of hand cards; one you hold twice may be named twice.")]
FaceName = Annotated[str, Meta(description="A picture on a card's face-down side.", pattern=r"^\w{1,32}(?!\n)$")]


class OpeningSwap(Command, frozen=True, tag="freedonia.OpeningSwap"):
    """Put any of your opening cards under your deck and draw as many; once, before year 1 (FRE-HAND-02)."""

    cards: Cards


class Shed(Command, frozen=True, tag="freedonia.Shed"):
    """Shed exactly as many cards as your hand would hold too many after the draw (FRE-YEAR-05)."""

    cards: Cards


class CallFavour(Command, frozen=True, tag="freedonia.CallFavour"):
    """Pay 1 $FIAT to swap a hand card for the top of your deck; once a year, before you lay (FRE-HAND-03)."""

    card: CardId


class LayCard(Command, frozen=True, tag="freedonia.LayCard"):
    """Lay a hand card face down in one of its homes and pay for it (FRE-LAY-02..04)."""

    card: CardId
    venue: Venue


class LayDecoy(Command, frozen=True, tag="freedonia.LayDecoy"):
    """Lay a blank card face down where you lay nothing else; the Opposition's, once a year (FRE-DECOY-01)."""

    venue: Venue
    face: Annotated[FaceName | None, Meta(description="The picture it shows; null where backs are plain.")]


class TakeBack(Command, frozen=True, tag="freedonia.TakeBack"):
    """Take a card or decoy back that you laid and have not sealed; what it cost is refunded (FRE-LAY-07)."""

    slot: SlotId


class PlayOrder(Command, frozen=True, tag="freedonia.PlayOrder"):
    """Play your order of this term; some are shown only as you seal, others work at once (FRE-ORDER-01)."""

    venue: Annotated[Venue | None, Meta(description="The venue it names; null if it names none.")]


class TakeBackOrder(Command, frozen=True, tag="freedonia.TakeBackOrder"):
    """Take back an order that you have not sealed yet (FRE-LAY-07)."""


class Seal(Command, frozen=True, tag="freedonia.Seal"):
    """End your lay for this year; after the Leader's seal all cards are turned up (FRE-LAY-08)."""


COMMANDS: tuple[type[Command], ...] = (
    OpeningSwap,
    Shed,
    CallFavour,
    LayCard,
    LayDecoy,
    TakeBack,
    PlayOrder,
    TakeBackOrder,
    Seal,
)
FreCommand = OpeningSwap | Shed | CallFavour | LayCard | LayDecoy | TakeBack | PlayOrder | TakeBackOrder | Seal

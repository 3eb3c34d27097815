"""The parts of a view of the table."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.syndicate.frames import Modifier
from domain.syndicate.resources import Bundle

Faces = Annotated[tuple[str, ...], Meta(description="Faces, sorted.")]
Count = Annotated[int, Meta(description="A number of things.", ge=0)]


class AlertView(Struct, frozen=True):
    """The alert track."""

    level: Count
    max: Count
    colour: Annotated[str, Meta(description="yellow, orange or red.")]


class SeatView(Struct, frozen=True, kw_only=True):
    """What you see of one seat. Faces are there where you may know them, counts always."""

    syndicate: Annotated[str, Meta(description="Its syndicate; empty until it is known.")]
    offered: Annotated[Faces, Meta(description="Syndicates it may choose from; only your own.")]
    resources: Annotated[Bundle, Meta(description="What lies on its mat.")]
    dice_armed: Count
    dice_used: Count
    tech: Count
    assault: Count
    reinforcements_armed: Count
    reinforcements_used: Count
    hand_size: Count
    hand: Faces
    slot_occupied: Annotated[bool, Meta(description="A card lies face down in its slot, sleeper or decoy.")]
    slot: Annotated[str | None, Meta(description="That card; null where you may not know it.")]
    chip_colours: Annotated[dict[str, int], Meta(description="Its unplayed bonus chips, by colour.")]
    chips: Faces
    techs: Annotated[Faces, Meta(description="Its advanced techs.")]
    spent: Annotated[Faces, Meta(description="Advanced techs used in this round.")]
    market: Annotated[dict[str, tuple[int, ...]], Meta(description="Prices of the boxes with its cubes, by ladder.")]
    prices: Annotated[dict[str, int | None], Meta(description="What its next level costs, by ladder.")]
    pardon: Annotated[int, Meta(description="What a pardon would cost it.")]
    awards: Annotated[Faces, Meta(description="Its awards.")]
    points: Annotated[int, Meta(description="Its victory points.")]
    won: Annotated[int, Meta(description="Attempts that succeeded.")]
    orders: Annotated[tuple[str, ...] | None, Meta(description="Windows it always passes; only your own.")]


class BaseView(Struct, frozen=True, kw_only=True):
    """A territory that somebody owns."""

    owner: Annotated[str, Meta(description="A seat, or `phantom`.")]
    fortified: Annotated[bool, Meta(description="Its tile is fortified.")]
    protected: Annotated[bool, Meta(description="It counts as fortified in an assault, by tile or beam.")]
    inactive: Annotated[tuple[str, ...], Meta(description="Why it rests: tax, crew, blockade; empty: it is active.")]
    research: Count


class PendingView(Struct, frozen=True, kw_only=True):
    """The attempt that is being made."""

    kind: Annotated[str, Meta(description="mission, robbery or assault.")]
    party: Annotated[str, Meta(description="Who makes it.")]
    card: Annotated[str | None, Meta(description="The card, or null for an assault.")]
    territory: Annotated[str, Meta(description="Where.")]
    against: Annotated[str | None, Meta(description="Who owns the place, or null.")]
    row: Annotated[str | None, Meta(description="The line of a mission: vacant, own, coop or uncoop; else null.")]
    win_at: Annotated[int | None, Meta(description="The smallest value that succeeds; null: nothing can win.")]
    modifiers: Annotated[tuple[Modifier, ...], Meta(description="Everything added to the roll.")]


class WindowView(Struct, frozen=True, kw_only=True):
    """A window that is open; the outermost comes first. Who has answered is not told."""

    kind: Annotated[str, Meta(description="The kind of window.")]
    acting: Annotated[str | None, Meta(description="The party that is interrupted, or null.")]
    asked: Annotated[tuple[str, ...], Meta(description="The seats asked.")]


class InterruptView(Struct, frozen=True, kw_only=True):
    """A sleeper that is face up and not carried out yet."""

    seat: Annotated[str, Meta(description="Whose it is.")]
    card: Annotated[str, Meta(description="The sleeper.")]
    victim: Annotated[str | None, Meta(description="The seat it is played against, or null.")]
    choice: Annotated[str | None, Meta(description="The choice that went with it, or null.")]


class TradeView(Struct, frozen=True, kw_only=True):
    """An open offer."""

    trade: Count
    seat: Annotated[str, Meta(description="Who made it.")]
    to: Annotated[str, Meta(description="To whom.")]
    give: Bundle
    bases: Annotated[tuple[str, ...], Meta(description="Bases offered.")]
    card_count: Count
    chip_count: Count
    cards: Annotated[Faces, Meta(description="Cards offered; only for the partners.")]
    chips: Annotated[Faces, Meta(description="Chips offered; only for the partners.")]
    want: Bundle
    want_cards: Count
    want_chips: Count
    want_bases: Annotated[tuple[str, ...], Meta(description="Bases asked for.")]


class Truth(Struct, frozen=True, kw_only=True):
    """What lies hidden on the table, for the auditor."""

    deck: Annotated[tuple[str, ...], Meta(description="Operation cards, the top one first.")]
    sovereign_deck: Annotated[tuple[str, ...], Meta(description="Sovereign cards, the top one first.")]
    sovereign_box: Annotated[tuple[str, ...], Meta(description="Sovereign cards that are not in the match.")]
    board_chips: Annotated[dict[str, str], Meta(description="Chips on the board, by territory.")]
    chip_box: Annotated[tuple[str, ...], Meta(description="Chips that are not in the match.")]
    campaign: Annotated[
        dict[str, tuple[str, ...]],
        Meta(description="Decks of a campaign, the top card first: missions by place, `fuel` and `confrontations`."),
    ]

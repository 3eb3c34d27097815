"""What can be agreed before a match (rulings in parentheses)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.freedonia.cards import AMBITIONS, LEADER_DECKS

Deck = Annotated[
    Literal[LEADER_DECKS],  # type: ignore[valid-type]  # the names that the shipped packs have
    Meta(description="The Leader's deck (FRE-SETUP-01)."),
]
Ambition = Annotated[
    Literal[AMBITIONS] | None,  # type: ignore[valid-type]  # the names that the shipped packs have
    Meta(description="The Leader's ambition; null: the deck's own, which pays more $FIAT (FRE-YEAR-01)."),
]


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a match of Freedonia is to be played."""

    deck: Deck = "marshal"
    ambition: Ambition = None
    difficulty: Annotated[
        Literal["story", "normal", "hard", "crisis"],
        Meta(description="Easy to hard for the Leader; Crisis allows 60 s a decision (FRE-DIFF-01..04)."),
    ] = "normal"
    idle_venues: Annotated[
        Literal["decide", "skip"],
        Meta(description="A venue where nothing was laid is decided by standing cards, or left alone (FRE-RUL-01)."),
    ] = "decide"
    backs: Annotated[
        Literal["faction", "plain"],
        Meta(description="Face-down cards show whose picture they carry, or nothing (FRE-RUL-02)."),
    ] = "faction"
    bastion_slot: Annotated[
        Literal["inside", "extra"],
        Meta(description="A Bastion takes one of the two standing places, or stands beside them (FRE-RUL-14)."),
    ] = "inside"
    streak: Annotated[
        Literal["goals", "while_suspended"],
        Meta(description="Which years with every goal met count as running (FRE-RUL-35)."),
    ] = "goals"
    aim_anger: Annotated[
        Literal["stay_home", "reverse"],
        Meta(description="What aimed anger does to the Opposition's moves in the Streets (FRE-RUL-38)."),
    ] = "stay_home"
    discard: Annotated[
        Literal["private_sheds", "open"],
        Meta(description="Cards shed from a hand are known to their owner, or to all (FRE-RUL-46)."),
    ] = "private_sheds"
    favour_return: Annotated[
        Literal["bottom", "top", "discard"],
        Meta(description="Where the card given in a favour goes: under the deck, on it, or away (FRE-RUL-50)."),
    ] = "bottom"
    decoys: Annotated[bool, Meta(description="Whether the Opposition has decoys; on Story never (FRE-DECOY-01).")] = (
        True
    )
    years: Annotated[
        int,
        Meta(description="The last year; after it the Leader rules for life (FRE-WIN-02).", ge=8, le=40, multiple_of=4),
    ] = 40

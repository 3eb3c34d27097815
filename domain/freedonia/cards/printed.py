"""All that is printed on a card, in one line for whoever holds it (FRE-CARD-01)."""

from collections.abc import Mapping
from typing import Final

from domain.freedonia.cards.content import (
    Ability,
    AimAnger,
    Bastion,
    Box,
    Brings,
    Card,
    Combo,
    FarReaching,
    Muzzle,
    OneOff,
    SuspendElection,
    Turncoat,
)

MARKS: Final[Mapping[type[Ability], str]] = {
    Turncoat: "Turncoat",
    FarReaching: "Far-reaching",
    OneOff: "One-off",
    Bastion: "Bastion",
    SuspendElection: "suspends elections",
    AimAnger: "aims the anger",
}


def printed(cards: Mapping[str, Card], id_: str) -> str:
    """The card `id_` with its kind or picture, numbers, homes, box and abilities."""
    card = cards[id_]
    parts = [
        str(card.category or card.face),
        f"{card.cost} $FIAT, clout {card.clout}, risk {card.risk}",
        ", ".join(venue.capitalize() for venue in card.homes),
        *([_box(card.when_lands)] if card.when_lands else []),
        *(_mark(cards, ability) for ability in card.abilities),
    ]
    return f"{card.name.text} [{'; '.join(parts)}]"


def _box(box: Box) -> str:
    """Red wedges raise the count, blue ones lower it (FRE-EFFECT-01)."""
    return f"{box.venue.capitalize()} {'+' if box.colour == 'red' else '-'}{box.wedges}"


def _mark(cards: Mapping[str, Card], ability: Ability) -> str:
    match ability:
        case Combo(venue=venue):
            return f"Combo {venue.capitalize()}"
        case Muzzle(venue=venue):
            return f"Muzzle {venue.capitalize()}"
        case Brings(card=card):
            return f"brings {cards[card].name.text}"
    return MARKS[type(ability)]

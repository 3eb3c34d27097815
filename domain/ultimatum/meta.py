"""Syndicate Ultimatum: what people are told before they play (rulebook, English rendering)."""

from typing import Annotated, Final

from msgspec import Meta as Words

from domain.kernel.contract import Meta
from domain.kernel.match.ending import ENDINGS

SEATS: Final = ("stella", "roy")
DISTRICTS: Final = ("networks", "hub", "guild", "squat", "bazaar")
TOKENS: Final = ("boss", "links", "hunters", "commandos", "units")

District = Annotated[str, Words(description="A district.", pattern=rf"^({'|'.join(DISTRICTS)})(?!\n)$")]
Token = Annotated[str, Words(description="A type of token.", pattern=rf"^({'|'.join(TOKENS)})(?!\n)$")]
SeatName = Annotated[str, Words(description="A seat.", pattern=rf"^({'|'.join(SEATS)})(?!\n)$")]

META: Final = Meta(
    id="ultimatum",
    title="Syndicate Ultimatum",
    summary="Two gangs place tokens in five districts over two rounds of twelve hours; hidden cards bend the board.",
    seats=SEATS,
    counts=(2,),
    endings={
        "both_rounds": "One seat won both rounds.",
        "totals": "One round each; the greater sum of districts wins.",
        "equal_totals": "One round each and equal sums: both lose, the Syndicate wins.",
        "two_round_wins": "Tournament: one seat has won two rounds.",
        **ENDINGS,
    },
    ruleset="ultimatum/1",
    source="Rulebook of the Zvezda edition; 22 of 25 card effects and three Bosses are substitutes.",
)


def other(seat: str) -> str:
    """The enemy of a seat."""
    return SEATS[1 - SEATS.index(seat)]

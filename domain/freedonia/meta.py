"""Freedonia: what people are told before they play (rules text: How to win)."""

from typing import Annotated, Final

from msgspec import Meta as Words

from domain.kernel.contract import Meta
from domain.kernel.match.ending import ENDINGS

LEADER: Final = "leader"
OPPOSITION: Final = "opposition"
SEATS: Final = (LEADER, OPPOSITION)
VENUES: Final = ("parliament", "court", "newsroom", "streets", "club")  # left to right (FRE-REVEAL-01)
DIFFICULTIES: Final = ("story", "normal", "hard", "crisis")

Venue = Annotated[str, Words(description="A venue.", pattern=rf"^({'|'.join(VENUES)})(?!\n)$")]
SeatName = Annotated[str, Words(description="A seat.", pattern=rf"^({'|'.join(SEATS)})(?!\n)$")]
CardId = Annotated[str, Words(description="The id of a card, such as `leaflet`.", pattern=r"^\w{1,32}(?!\n)$")]
SlotId = Annotated[
    str,
    Words(
        description="The place of a lay: year, seat, venue and position, such as `5/opposition/court/1`.",
        pattern=rf"^[1-9][0-9]?/({'|'.join(SEATS)})/({'|'.join(VENUES)})/[1-9](?!\n)$",
    ),
]

META: Final = Meta(
    id="freedonia",
    title="Freedonia",
    summary="A Leader and an Opposition lay cards face down in five venues, year by year, until an election decides.",
    seats=SEATS,
    counts=(2,),
    endings={
        "election": "An election was held with every goal of the ambition met: the Leader wins.",
        "second_year_running": "Elections suspended, every goal met two years running: the Leader wins.",
        "ruled_for_life": "The last year closed and nobody had won: the Leader wins.",
        "count_zero": "Court, Newsroom, Streets or Club fell to nothing: the Opposition wins.",
        "parliament_at_election": "Parliament stood at nothing at an election: the Opposition wins.",
        **ENDINGS,
    },
    ruleset="freedonia/1",
    source="The rules text of a computer game; its cards are not public, so all numbers of the pack are substitutes.",
    limits=True,
)


def other(seat: str) -> str:
    """The enemy of a seat."""
    return SEATS[1 - SEATS.index(seat)]

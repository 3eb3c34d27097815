"""What everyone may know of a match before it starts."""

from typing import Literal

from msgspec import Struct

from domain.kernel.match.clock import Clock
from domain.kernel.match.events import Reveal, Visibility
from domain.kernel.match.state import Table
from domain.kernel.viewers import Seat


class LobbySeat(Struct, frozen=True):
    """A seat: open, held by a person, or played by a computer with the named policy (else empty)."""

    seat: Seat
    kind: Literal["open", "person", "bot"]
    bot: str


class Lobby(Struct, frozen=True, kw_only=True, tag_field="type", tag="match.Lobby"):
    """A match that has not started: what will be played, by whom, and what is promised.

    `commitment` is the SHA-256 behind all its chance, published before anyone takes a seat.
    """

    game: str
    options: dict[str, object]
    pack: str
    visibility: Visibility
    reveal: Reveal
    undo: bool
    spectator_delay: int
    clock: Clock | None
    commitment: str
    seats: tuple[LobbySeat, ...]


def seats(table: Table) -> tuple[LobbySeat, ...]:
    """Who has which seat."""
    return tuple(LobbySeat(chair.seat, chair.kind, chair.bot) for chair in table.chairs)


def lobby(table: Table) -> Lobby:
    """The one view of a match before its start; the same for everyone."""
    return Lobby(
        game=table.game,
        options=table.options,
        pack=table.pack,
        visibility=table.visibility,
        reveal=table.reveal,
        undo=table.undo,
        spectator_delay=table.spectator_delay,
        clock=table.clock,
        commitment=table.commitment,
        seats=seats(table),
    )

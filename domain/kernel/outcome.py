"""How a match ended."""

from msgspec import Struct

from domain.kernel.viewers import Seat


class Outcome(Struct, frozen=True, kw_only=True):
    """The end of a match.

    `reason` is one of the game's or the kernel's named endings; `ranking` holds groups of seats,
    best first, equals together; `winners` is empty when nobody wins.
    """

    reason: str
    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]

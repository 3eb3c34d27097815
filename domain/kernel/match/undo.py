"""Taking back one's own commands, as long as nothing new was learnt (K-UNDO).

Open while in one's own latest commits nothing was drawn, nothing went from hidden to visible,
no other seat's commit came between, and no other seat must decide.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from domain.kernel.audience import viewers
from domain.kernel.decision import Decision
from domain.kernel.match.clock import Clocks
from domain.kernel.match.events import Undone
from domain.kernel.refusal import Refused
from domain.kernel.viewers import Seat, Viewer, bit

CLOSED = Refused(
    code="cannot_undo", rule="K-UNDO-01", message="There is nothing of yours that can still be taken back."
)


class Saved(Struct, frozen=True):
    """What is needed to take back one commit: who made it, the state and the times before it, the masks
    of its events and how many events of each mask came before them."""

    number: int
    seat: Seat
    state: bytes
    masks: tuple[int, ...]
    before: dict[int, int]
    clocks: Clocks = Clocks()


def seq(counts: Mapping[int, int], bit_: int) -> int:
    """How many events a viewer has been given, from the counts of all masks."""
    return sum(count for mask, count in counts.items() if mask & bit_)


def may_undo(saved: Sequence[Saved], decisions: Sequence[Decision], actor: Seat) -> Refused | None:
    """K-UNDO-01: the latest commit is one's own, still free of news, and nobody else must decide."""
    if not saved or saved[-1].seat != actor:
        return CLOSED
    if any(decision.must and decision.seat != actor for decision in decisions):
        return CLOSED
    return None


def _own_numbers(saved: Saved, bit_: int) -> tuple[int, ...]:
    first = seq(saved.before, bit_) + 1
    return tuple(range(first, first + sum(bool(mask & bit_) for mask in saved.masks)))


def undone(saved: Saved, seats: Sequence[Seat]) -> Undone:
    """The event that voids a commit, told to exactly those who saw it, in their own numbers."""
    numbers: dict[Viewer, tuple[int, ...]] = {v: _own_numbers(saved, bit(seats, v)) for v in viewers(seats)}
    seen = {viewer: own for viewer, own in numbers.items() if own}
    return Undone(seat=saved.seat, who=tuple(seen), commits=(saved.number,), events=seen)

"""The private copy of a state on which a command is played out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec.structs import force_setattr

from domain.kernel.agenda import GameState
from domain.kernel.audience import Event, mask
from domain.kernel.chance import Chance
from domain.kernel.viewers import Seat

S = TypeVar("S", bound=GameState[Any])  # the frames are the game's own


class Play(Generic[S]):
    """One command being played: the state so far, the chance it may use, the events it gave.

    `decide` reads `state`, changes only its agenda directly, and lets `emit` change all else.
    """

    def __init__(
        self,
        state: S,
        chance: Chance,
        seats: Sequence[Seat],
        evolve: Mapping[type[Event], Callable[[S, Any], None]],
    ) -> None:
        self.state, self.chance, self.seats = state, chance, seats
        self.events: list[Event] = []
        self._evolve, self._drawn = evolve, 0

    def emit(self, event: Event) -> None:
        """Fold the event into the state and keep it. It carries the draws made since the one before."""
        stamp(event, self.seats)
        drawn = len(self.chance.draws)
        if drawn > self._drawn:
            force_setattr(event, "draws", tuple(range(self._drawn, drawn)))
            self._drawn = drawn
        self._evolve[type(event)](self.state, event)
        self.events.append(event)


def stamp(event: Event, seats: Sequence[Seat]) -> None:
    """Write into an event who gets it; done once, when it is emitted."""
    force_setattr(event, "to", mask(event, seats))

"""A commit that was decided but not yet stored."""

from typing import Any

from msgspec import Struct

from domain.kernel.audience import Event
from domain.kernel.commit import Entry
from domain.kernel.match.state import Table
from domain.kernel.viewers import Seat


class Draft(Struct, frozen=True):
    """The entry to store, and what it makes of the match once it is stored."""

    entry: Entry
    at: int
    events: tuple[Event, ...]
    table: Table
    state: Any  # the game's own state
    actor: Seat

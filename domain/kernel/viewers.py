"""Who may look: the seats of a match, its spectators and its auditor.

A viewer is a seat's name or one of three words. There is no value for "everything": even the
auditor never sees the match secret before the end.
"""

from collections.abc import Sequence
from typing import Final

Seat = str
Viewer = str

SPECTATOR: Final = "spectator"
AUDITOR: Final = "auditor"
SYSTEM: Final = "system"  # an actor, never a viewer: it plays what is due
HOST: Final = "host"  # an actor; it looks as a spectator does

SPECTATOR_BIT: Final = 1


def bit(seats: Sequence[Seat], viewer: Viewer) -> int:
    """The bit of `viewer` in a mask of viewers: spectator 1, the first seat 2, the next 4 …"""
    return SPECTATOR_BIT if viewer == SPECTATOR else 2 << seats.index(viewer)


def everyone(seats: Sequence[Seat]) -> int:
    """The mask of all seats and the spectators."""
    return (2 << len(seats)) - 1


def code(seats: Sequence[Seat], viewer: Viewer) -> str:
    """The short name of a viewer in event ids: `p` spectator, `a` auditor, `s1` the first seat …"""
    if viewer == SPECTATOR:
        return "p"
    return "a" if viewer == AUDITOR else f"s{seats.index(viewer) + 1}"

"""Suspended play as plain data: the stack of frames that says what the match waits for."""

from typing import Generic, TypeVar

from msgspec import Struct


class Frame(Struct, tag_field="type", kw_only=True):
    """One unfinished thing: a phase, a step, an auction, a window. The last in the agenda is on top.

    `serial` tells it from every other frame of the match; 0 until it is pushed. `v` is the
    version of the form.
    """

    serial: int = 0
    v: int = 1


F = TypeVar("F", bound=Frame)


class GameState(Struct, Generic[F], kw_only=True):
    """What the state of every game has: the agenda and the number of frames so far."""

    agenda: list[F] = []
    serial: int = 0

    def push(self, frame: F) -> F:
        """Put a frame on top and number it."""
        self.serial += 1
        frame.serial = self.serial
        self.agenda.append(frame)
        return frame

    def pop(self) -> F:
        """Take the top frame off. IndexError when nothing is pending."""
        return self.agenda.pop()

    @property
    def top(self) -> F | None:
        """The frame on top, or None when nothing is pending."""
        return self.agenda[-1] if self.agenda else None

"""Places where hidden cards lie, and who knows what lies there.

Everything hidden in a state lives in one of these types, so that the kernel can find it: to
deal it again for the twin-world test, and to see whether a commit showed anything new.
Cards are named by their face; a face may exist several times.
"""

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.viewers import AUDITOR, Seat, Viewer

T = TypeVar("T")


class Card(Struct, array_like=True):
    """One card in a hidden place. `known` are the seats that know its face although the place is
    not theirs: they looked, or it passed through their hands."""

    face: str
    known: tuple[Seat, ...] = ()


class Zone(Struct):
    """A place with cards, first the top. `seat` may look at all of them; empty: nobody may."""

    cards: list[Card] = []
    seat: Seat = ""

    def knows(self, viewer: Viewer, card: Card) -> bool:
        """Whether `viewer` knows the face of `card`, which lies here. The auditor knows every one."""
        return viewer in {self.seat, AUDITOR} or viewer in card.known

    def faces(self) -> list[str]:
        """The faces of all cards here, in order. For rules; a view uses `seen_by`."""
        return [card.face for card in self.cards]

    def seen_by(self, viewer: Viewer) -> list[str]:
        """The faces here that `viewer` knows, sorted, so that no order leaks."""
        return sorted(card.face for card in self.cards if self.knows(viewer, card))

    def put(self, face: str, known: Iterable[Seat] = ()) -> None:
        """Lay a card at the end (of a pile: at the bottom)."""
        self.cards.append(Card(face, tuple(known)))

    def take(self, face: str) -> Card:
        """Remove the first card with this face. ValueError when there is none."""
        for place, card in enumerate(self.cards):
            if card.face == face:
                return self.cards.pop(place)
        raise ValueError(face)

    def show(self, seat: Seat) -> None:
        """`seat` looks at everything here and from now on knows these cards."""
        for card in self.cards:
            if seat not in card.known:
                card.known = (*card.known, seat)

    def __len__(self) -> int:
        return len(self.cards)


class Pile(Zone):
    """A face-down pile: nobody looks, so it has no `seat`."""

    def take_top(self) -> Card:
        """Remove the top card. IndexError when the pile is empty."""
        return self.cards.pop(0)


class Hand(Zone):
    """Cards that one seat looks at."""


class Slot(Zone):
    """A place for at most one hidden card."""


class Sealed(Struct, Generic[T]):
    """An answer that only its seat knows until all are opened together."""

    seat: Seat
    value: T


def hidden(thing: object) -> Iterator[Zone | Sealed[object]]:
    """Every hidden place inside a state, in a fixed order."""
    if isinstance(thing, Zone | Sealed):
        yield thing
    elif isinstance(thing, Struct):
        for name in thing.__struct_fields__:
            yield from hidden(getattr(thing, name))
    elif isinstance(thing, dict):
        for part in thing.values():
            yield from hidden(part)
    elif isinstance(thing, list | tuple):
        for part in thing:
            yield from hidden(part)


def knowledge(state: object) -> list[tuple[str, tuple[str, ...]]]:
    """What is hidden and from whom, as a sorted list: equal before and after, if a commit neither
    showed nor hid anything."""
    facts: list[tuple[str, tuple[Seat, ...]]] = []
    for place in hidden(state):
        if isinstance(place, Sealed):
            facts.append((msgspec.json.encode(place.value).decode(), (place.seat,)))
        else:
            facts += [(card.face, tuple(sorted({place.seat, *card.known}))) for card in place.cards]
    return sorted(facts)

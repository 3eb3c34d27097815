"""Looking back: the commits of a match as they were told, and the match as it stood at a point."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.audience import Event, sees
from domain.kernel.codec import Codec, envelope
from domain.kernel.commit import Entry
from domain.kernel.match.aggregate import Match
from domain.kernel.match.events import Created
from domain.kernel.viewers import Viewer


class Commit(Struct, frozen=True, gc=False):
    """One commit of the past, with how many events of each mask came before it."""

    number: int
    at: int
    events: tuple[Event, ...]
    before: Mapping[int, int]


class Past(Struct, frozen=True):
    """A match as it stood at a point; `whole` says that the point lies between two commits, so that
    the decisions then open are known."""

    match: Match
    whole: bool


def created(entry: Entry) -> Created:
    """The first event of a match, from its first stored commit."""
    return msgspec.msgpack.decode(entry.d[0], type=Created)


C = TypeVar("C", bound=Commit)


def tell(codec: Codec[Any], entries: Sequence[Entry], kind: type[C]) -> Iterator[C]:
    """The commits of a match from its first entry on, each as a `kind`."""
    counts: dict[int, int] = {}
    for entry in entries:
        events = tuple(map(codec.event, entry.d))
        at = envelope(entry.k).at
        yield kind(entry.number, at, events, dict(counts))
        for event in events:
            counts[event.to] = counts.get(event.to, 0) + 1


def until(match: Match, entries: Sequence[Entry], viewer: Viewer, seq: int) -> Past:
    """Fold a blank match up to just before the event of `viewer` that follows its number `seq`."""
    for entry in entries:
        events = tuple(map(match.codec.event, entry.d))
        if not match.table.chairs:
            match.fold(entry)
            continue
        mine = sum(sees(event, viewer, match.seats) for event in events)
        if match.seq(viewer) + mine <= seq:
            match.fold(entry)
            continue
        return Past(match, _part(match, events, viewer, seq))
    return Past(match, whole=True)


def _part(match: Match, events: Sequence[Event], viewer: Viewer, seq: int) -> bool:
    for place, event in enumerate(events):
        if sees(event, viewer, match.seats) and match.seq(viewer) >= seq:
            return place == 0
        match.apply(event)
    return True

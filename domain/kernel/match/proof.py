"""What the stored bytes of a match prove by themselves, without the rules of its game.

Whoever holds the bytes, the pack and the opened secret can do the same in another language: all of it
follows from the forms in `commit` and `chance`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from domain.kernel.audience import Event
from domain.kernel.chance import WORD, Draw, below, chance_key, commitment, permutation, words
from domain.kernel.codec import Unreadable, envelope, union
from domain.kernel.commit import Entry, Envelope, genesis, link
from domain.kernel.match.events import MATCH_EVENTS, Closed, Created
from domain.kernel.match.evolve import TABLE_EVOLVE
from domain.kernel.match.state import Table
from domain.kernel.pack import Pack


class Fault(Struct, frozen=True):
    """What is wrong and where: `commit` is the number of a commit, 0 for the record as a whole; `kind` one
    word for programs; `said` the rest of a sentence that begins with the commit."""

    commit: int
    kind: str
    said: str


class Record(Struct, frozen=True):
    """All that is kept of a match: its commits, the pack it pins, and the match secret if that is open."""

    match: str
    pack: Pack
    entries: Sequence[Entry]
    secret: bytes | None = None


class Mark(Struct, frozen=True, gc=False):
    """What is read of any event, whatever its game: its type and the draws of its commit that it shows."""

    type: str
    draws: tuple[int, ...] = ()


class Commit(Struct, frozen=True):
    """A commit as it is read without its game: all its events are marks, the kernel's own are whole.
    `entropies` are what the seats had brought before it, in seat order."""

    number: int
    envelope: Envelope
    marks: tuple[Mark, ...]
    events: tuple[Event, ...]
    entropies: tuple[bytes, ...]


_KERNEL: Final = {kind.__struct_config__.tag for kind in MATCH_EVENTS}
_MARKS: Final = msgspec.msgpack.Decoder(Mark)
_EVENTS: Final[msgspec.msgpack.Decoder[Any]] = msgspec.msgpack.Decoder(union(MATCH_EVENTS))


def chain(match: str, entries: Sequence[Entry]) -> Iterator[Fault]:
    """Every commit stands in its place, follows from the one before, has a command of its own, and none
    comes after the end.

    Each is held against the hash stored before it, so that a changed one does not hide the others.
    """
    before, commands = genesis(match), set[bytes]()
    for place, entry in enumerate(entries, 1):
        if entry.number != place:
            yield Fault(place, "order", f"commit {entry.number} stands where commit {place} must stand")
            return
        if link(before, entry) != entry.h:
            yield Fault(place, "chain", "its bytes and the hash before it do not give its hash")
        if entry.x is not None and place < len(entries):
            yield Fault(place, "closing", "it closes the match, and yet others follow")
        if entry.c in commands:
            yield Fault(place, "twice", "its command is in an earlier commit, too")
        before = entry.h
        commands.add(entry.c)


def receipts(entries: Iterable[Entry], kept: Iterable[str]) -> Iterator[Fault]:
    """Every receipt that somebody kept, as hex, is that of a commit."""
    there = {entry.h.hex() for entry in entries}
    for receipt in kept:
        if receipt.strip().lower() not in there:
            yield Fault(0, "receipt", f"no commit has the receipt {receipt}")


def read(entries: Iterable[Entry]) -> Iterator[Commit | Fault]:
    """The commits without their game, up to one that cannot be read."""
    table = Table()
    for entry in entries:
        try:
            yield _read(entry, table)
        except (Unreadable, msgspec.MsgspecError, LookupError, StopIteration) as error:
            yield Fault(entry.number, "form", f"it cannot be read ({type(error).__name__}: {error})")
            return


def _read(entry: Entry, table: Table) -> Commit:
    """One commit; `table` is brought on by what it says of the seats."""
    marks = tuple(map(_MARKS.decode, entry.d))
    own = (stored for mark, stored in zip(marks, entry.d, strict=True) if mark.type in _KERNEL)
    events = tuple(map(_EVENTS.decode, own))
    entropies = tuple(chair.entropy for chair in table.chairs)
    for event in events:
        TABLE_EVOLVE[type(event)](table, event)
    return Commit(entry.number, envelope(entry.k), marks, events, entropies)


def created(commits: Sequence[Commit]) -> Created | None:
    """The event that set the match up, or None when the record does not begin with it alone."""
    first = commits[0] if commits else None
    if first is None or len(first.marks) != 1 or len(first.events) != 1:
        return None
    return first.events[0] if isinstance(first.events[0], Created) else None


def pinned(record: Record, promise: Created) -> Iterator[Fault]:
    """The pack is the one that the match pins."""
    if promise.pack != record.pack.hash:
        yield Fault(1, "pack", f"the match pins the pack {promise.pack}, and {record.pack.hash} is here")


def opened(secret: bytes, promise: Created, commits: Sequence[Commit]) -> Iterator[Fault]:
    """The opened secret is the one that was committed to, and the closing opens the same, with the
    entropies that the seats brought."""
    if commitment(secret) != promise.commitment:
        yield Fault(1, "commitment", "the opened secret is not the one that was committed to here")
    last = commits[-1]
    for closed in (event for event in last.events if isinstance(event, Closed) and event.secret is not None):
        if closed.secret != secret.hex():
            yield Fault(last.number, "secret", "it opens another secret")
        if closed.entropies != tuple(entropy.hex() for entropy in last.entropies):
            yield Fault(last.number, "entropies", "it opens entropies that the seats did not bring")


def draws(secret: bytes, commits: Iterable[Commit]) -> Iterator[Fault]:
    """Every draw follows from the secret and the entropies that the seats had brought by then."""
    for commit in commits:
        if commit.envelope.draws:
            yield from _drawn(chance_key(secret, commit.entropies), commit)


def _drawn(key: bytes, commit: Commit) -> Iterator[Fault]:
    earlier: dict[str, int] = {}
    for place, draw in enumerate(commit.envelope.draws):
        n = earlier.get(draw.purpose, 0)
        earlier[draw.purpose] = n + 1
        result = _result(key, commit.number, draw, n)
        if result != draw.result:
            said = f"draw {place} ({draw.purpose}) is stored as {draw.result}, and must be {result}"
            yield Fault(commit.number, "draw", said)


def _result(key: bytes, commit: int, draw: Draw, n: int) -> int | tuple[int, ...] | None:
    """What the draw must be; None when there can be no such draw."""
    stream = words(key, commit, draw.purpose, n)
    if draw.kind == "pick" and 0 < draw.bound <= WORD:
        return below(stream, draw.bound)
    if draw.kind == "shuffle" and isinstance(draw.result, tuple) and draw.bound == len(draw.result):
        return permutation(stream, draw.bound)
    return None


def named(commits: Iterable[Commit]) -> Iterator[Fault]:
    """Every draw is named by exactly one event of its commit, in order."""
    for commit in commits:
        told = tuple(draw for mark in commit.marks for draw in mark.draws)
        if told != tuple(range(len(commit.envelope.draws))):
            has = len(commit.envelope.draws)
            yield Fault(commit.number, "naming", f"its events name the draws {list(told)}, and it has {has}")

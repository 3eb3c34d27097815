"""What a forger can do to an archive: change stored parts, and make the chain over them anew."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.kernel.commit import Entry, genesis, link
from domain.kernel.match.proof import Record
from service.audit import archive
from service.audit.verify import Kept, Report, verified
from tests.harness.lab import GAMES, Lab

Fields = dict[str, Any]
Change = Callable[[Fields], None]


def record_of(lab: Lab) -> Record:
    """What a store would keep of the match."""
    return Record(lab.match.id, lab.match.pack, tuple(lab.entries), lab.secret)


def told(record: Record, kept: Kept = Kept()) -> Report:  # noqa: B008  # it is frozen
    """What the verifier says of the record, once it was written and read."""
    return verified(*archive.parsed(list(archive.lines(record))), GAMES, kept)


def found(record: Record, kept: Kept = Kept()) -> tuple[str, int] | None:  # noqa: B008  # it is frozen
    """The first fault: its kind and its commit."""
    faults = told(record, kept).faults
    return (faults[0].kind, faults[0].commit) if faults else None


def written(record: Record, path: Path) -> Path:
    """The archive as a file."""
    path.write_bytes(b"".join(archive.lines(record)))
    return path


# --- without a new chain ---------------------------------------------------------------------------


def flipped(stored: bytes, place: int = -1) -> bytes:
    """The bytes with one bit of one byte turned."""
    changed = bytearray(stored)
    changed[place] ^= 1
    return bytes(changed)


def put(record: Record, *entries: Entry) -> Record:
    """The record with these commits in the places of those with their numbers."""
    new = {entry.number: entry for entry in entries}
    return replace(record, entries=tuple(new.get(entry.number, entry) for entry in record.entries))


# --- with a new chain, so that only what the commits say can betray it -------------------------------


def rechained(record: Record, entries: Sequence[Entry] | None = None) -> Record:
    """The record with commits numbered and linked anew."""
    before, linked = genesis(record.match), []
    for number, entry in enumerate(record.entries if entries is None else entries, 1):
        bare = replace(entry, number=number)
        before = link(before, bare)
        linked.append(replace(bare, h=before))
    return replace(record, entries=tuple(linked))


def envelope_changed(record: Record, number: int, change: Change) -> Record:
    """The record after a change in one commit's envelope."""
    entry = record.entries[number - 1]
    return rechained(put(record, replace(entry, k=changed(entry.k, change))))


def event_changed(record: Record, number: int, type_: str, change: Change) -> Record:
    """The record after a change in the first event of this type in a commit."""
    entry = record.entries[number - 1]
    place = next(place for place, event in enumerate(entry.d) if msgspec.msgpack.decode(event)["type"] == type_)
    events = (*entry.d[:place], changed(entry.d[place], change), *entry.d[place + 1 :])
    return rechained(put(record, replace(entry, d=events)))


def changed(stored: bytes, change: Change) -> bytes:
    fields: Fields = msgspec.msgpack.decode(stored)
    change(fields)
    return msgspec.msgpack.encode(fields)

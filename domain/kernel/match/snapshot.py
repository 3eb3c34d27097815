"""A match folded so far, as bytes: a short cut for loading, never an authority."""

import hashlib
import inspect
import sys
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from domain.kernel.commit import Entry
from domain.kernel.contract import AnyGame
from domain.kernel.match.aggregate import Match
from domain.kernel.match.evolve import TABLE_EVOLVE
from domain.kernel.match.state import Table
from domain.kernel.match.undo import Saved

DIGEST: Final = 32


class Snapshot(Struct, frozen=True):
    """What a fold of the first `version` commits gives, and by which code."""

    code: str
    version: int
    head: bytes
    table: Table
    state: bytes
    counts: dict[int, int]
    commands: dict[bytes, int]
    saved: list[Saved]


@cache
def fingerprint(game: AnyGame) -> str:
    """The hash of all code that folds this game's events: another one makes snapshots worthless."""
    folding: list[Any] = [*TABLE_EVOLVE.values(), *game.evolve.values(), Match, Table, game.state]
    modules = sorted({part.__module__ for part in folding})
    source = "".join(inspect.getsource(sys.modules[name]) for name in modules)
    return hashlib.sha256(source.encode()).hexdigest()


def of(match: Match) -> Snapshot:
    """The snapshot of a match as it is now."""
    return Snapshot(
        fingerprint(match.game),
        match.version,
        match.head,
        match.table,
        match.codec.encode(match.state),
        match.counts,
        match.commands,
        match.saved,
    )


def written(kept: Snapshot) -> bytes:
    """A snapshot as it is stored, after its own hash: the chain does not cover it."""
    body = msgspec.msgpack.encode(kept)
    return hashlib.sha256(body).digest() + body


def take(match: Match) -> bytes:
    """The snapshot of a match as it is now, as it is stored."""
    return written(of(match))


def read(data: bytes) -> Snapshot | None:
    """A snapshot from its stored form, or None when that is damaged or from another time."""
    digest, body = data[:DIGEST], data[DIGEST:]
    if hashlib.sha256(body).digest() != digest:
        return None
    try:
        return msgspec.msgpack.decode(body, type=Snapshot)
    except msgspec.MsgspecError:
        return None


def restore(match: Match, data: bytes, entry: Entry) -> bool:
    """Bring a blank match to where the snapshot was taken; False, and nothing done, when other code made
    it or `entry`, the commit of that number in the log, is not the one it ends with."""
    kept = read(data)
    if kept is None or (kept.code, kept.version, kept.head) != (fingerprint(match.game), entry.number, entry.h):
        return False
    match.table, match.state = kept.table, match.codec.state(kept.state)
    match.version, match.head = kept.version, kept.head
    match.counts, match.commands, match.saved = kept.counts, kept.commands, kept.saved
    return True

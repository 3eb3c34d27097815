"""A match as one self-contained file, and back."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from api_schema.archive import FORMAT, ArchiveCommit, ArchiveHeader, ArchivePack, Line, OpenedSecret
from domain.kernel.commit import Entry
from domain.kernel.match import proof
from domain.kernel.match.events import Closed
from domain.kernel.match.proof import Commit, Fault, Record
from domain.kernel.pack import Pack
from service.version import VERSION

_LINES: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(Line)


class NotAnArchive(Exception):
    """The file is no archive, or one that this program cannot read; the message says why, in a sentence."""


def lines(record: Record) -> Iterator[bytes]:
    """The archive of a match, line by line."""
    commits = read(record.entries)
    yield _line(header(record, commits))
    yield _line(ArchivePack(hash=record.pack.hash, text=record.pack.text.decode()))
    for entry in record.entries:
        yield _line(
            ArchiveCommit(number=entry.number, c=entry.c, k=entry.k, d=list(entry.d), x=entry.x, h=entry.h.hex())
        )


def _line(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def read(entries: Sequence[Entry]) -> list[Commit]:
    """The commits of a sound record. NotAnArchive when one cannot be read."""
    commits = []
    for commit in proof.read(entries):
        if isinstance(commit, Fault):
            raise NotAnArchive(f"Commit {commit.commit} has a fault: {commit.said}.")
        commits.append(commit)
    return commits


def header(record: Record, commits: Sequence[Commit]) -> ArchiveHeader:
    """What the first line must say of a record. NotAnArchive when its first commit sets up no match."""
    created = proof.created(commits)
    if created is None:
        raise NotAnArchive("Its first commit does not set up a match.")
    last = record.entries[-1]
    return ArchiveHeader(
        format=FORMAT,
        version=VERSION,
        match=record.match,
        game=created.game,
        options=created.options,
        pack=created.pack,
        ruleset=commits[-1].envelope.ruleset,
        reveal=created.reveal,
        commitment=created.commitment,
        ended=last.x,
        commits=len(record.entries),
        head=last.h.hex(),
        opened=_opened(record.secret, commits[-1]),
    )


def _opened(secret: bytes | None, last: Commit) -> OpenedSecret | None:
    if secret is None:
        return None
    return OpenedSecret(secret=secret.hex(), entropies=[entropy.hex() for entropy in last.entropies])


def secret_told(commits: Sequence[Commit]) -> bytes | None:
    """The match secret, if the match has ended and told it to everyone."""
    last = commits[-1].events if commits else ()
    told = (event.secret for event in last if isinstance(event, Closed))
    return next((bytes.fromhex(secret) for secret in told if secret is not None), None)


def lines_of(file: Path) -> list[bytes]:
    """The lines of an archive."""
    return file.read_bytes().removesuffix(b"\n").split(b"\n")


def parsed(stored: Iterable[bytes]) -> tuple[ArchiveHeader, Record]:
    """An archive from its lines. What it says is not yet known to be true. NotAnArchive."""
    found = (_parsed(number, line) for number, line in enumerate(stored, 1))
    told, pack = next(found, None), next(found, None)
    if not isinstance(told, ArchiveHeader) or not isinstance(pack, ArchivePack):
        raise NotAnArchive("Its first two lines are not the header and the pack of an archive.")
    if told.format != FORMAT:
        raise NotAnArchive(f"It has form {told.format}, and this program knows form {FORMAT} alone.")
    entries = [_entry(commit, number) for number, commit in enumerate(found, 3)]
    secret = bytes.fromhex(told.opened.secret) if told.opened else None
    return told, Record(told.match, _pack(pack), entries, secret)


def _parsed(number: int, line: bytes) -> Line:
    try:
        value: Line = _LINES.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise NotAnArchive(f"Line {number} cannot be read: {error}.") from error
    return value


def _pack(stored: ArchivePack) -> Pack:
    try:
        pack = Pack(stored.text.encode())
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise NotAnArchive(f"Its pack cannot be read: {error}.") from error
    if pack.text != stored.text.encode() or pack.hash != stored.hash:
        raise NotAnArchive("Its pack is not the text that its hash was taken of.")
    return pack


def _entry(commit: object, number: int) -> Entry:
    if not isinstance(commit, ArchiveCommit):
        raise NotAnArchive(f"Line {number} is not a commit.")
    return Entry(commit.number, commit.c, commit.k, bytes.fromhex(commit.h), tuple(commit.d), commit.x)

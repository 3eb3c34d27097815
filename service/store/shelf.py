"""The archive folder: one file for each match that was moved out of the store, in the form of every archive.

A file is named by its match and by how many commits it holds. So no writer, however late, can put an
older copy in the place of a newer one, and a file is never changed once it is there.
"""

import contextlib
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from domain.kernel.commit import Entry
from domain.kernel.match.proof import Record, chain
from service.audit.archive import NotAnArchive, lines, lines_of, parsed
from service.store.in_place import put_in_place, sync_folder
from service.store.port import Damaged

NAME: Final = "archive.name"
MODE: Final = 0o600
"""For the operator alone: a file may hold what players must not see."""


class Shelf:
    """The archive files of a store. All of its methods wait for the disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def name(self) -> str:
        """What tells this folder from every other one; made up when the folder is new."""
        file = self.folder / NAME
        if not file.exists():
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            put_in_place(file, secrets.token_hex(16).encode(), MODE)
        return file.read_text()

    def path(self, match: str, number: int) -> Path:
        """The file of a match with so many commits."""
        return self.folder / match[:2] / f"{match}.{number}.ndjson"

    def keep(self, record: Record) -> None:
        """Get a match on disk and read it back. `Damaged` when that is not what was given, or not sound; OSError."""
        last = record.entries[-1]
        path = self.path(record.match, last.number)
        if not path.exists() or not self._is_sound(record):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with contextlib.suppress(FileNotFoundError):  # cleared away by another worker, which has put the same there
                put_in_place(path, b"".join(lines(record)), MODE)
            sync_folder(self.folder)
        if self.read(record.match, last.number, last.h) != list(record.entries):
            raise Damaged(f"{path} does not hold what was written to it")

    def _is_sound(self, record: Record) -> bool:
        last = record.entries[-1]
        with contextlib.suppress(Damaged):
            return self.read(record.match, last.number, last.h) == list(record.entries)
        return False

    def read(self, match: str, number: int, head: bytes) -> list[Entry]:
        """The commits of a match up to `number`, whose hash is `head`. `Damaged` names the file and what is wrong."""
        path = self.path(match, number)
        try:
            record = parsed(lines_of(path))[1]
        except (NotAnArchive, OSError) as fault:
            raise Damaged(f"{path}: {fault}") from fault
        wrong = next(_faults(record, match, number, head), None)
        if wrong is not None:
            raise Damaged(f"{path}: {wrong}")
        return list(record.entries)

    def drop_older(self, match: str, number: int) -> None:
        """Delete the files of a match with fewer commits, and what a crash left. Nothing can ask for them: the
        match has gone further."""
        there = self.path(match, number)
        for path in there.parent.glob(f"{match}.*"):
            if path != there:
                path.unlink(missing_ok=True)


def _faults(record: Record, match: str, number: int, head: bytes) -> Iterator[str]:
    if record.match != match:
        yield f"it is of match {record.match}"
    yield from (f"commit {fault.commit}: {fault.said}" for fault in chain(match, record.entries))
    if not record.entries or (record.entries[-1].number, record.entries[-1].h) != (number, head):
        yield f"it does not end with commit {number} as the store remembers it"

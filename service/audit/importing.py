"""Putting a verified archive into a store, where it is read like any match that has ended there."""

import re
from collections.abc import Mapping

from api_schema.archive import ArchiveHeader
from api_schema.scalars import MATCH_ID
from domain.kernel.commit import genesis
from domain.kernel.contract import AnyGame
from domain.kernel.match.proof import Record
from service.audit.records import NotDone
from service.audit.verify import Kept, verified
from service.lobby import Listing
from service.matches import Matches
from service.store.port import Appended, Store


async def import_(matches: Matches, games: Mapping[str, AnyGame], told: ArchiveHeader, record: Record) -> str:
    """Store the match of an archive; what comes back says in a sentence what was done. NotDone.

    It can be repeated: what is there already is compared, and only the rest is written.
    """
    _refuse(games, told, record)
    await matches.store.packs.put(record.pack.hash, record.pack.text)
    written = await _append(matches.store, record)
    match = await matches.open(record.match)
    if match.table.visibility == "public":
        await Listing(matches).put(match)
    what = f"{written} of {len(record.entries)} commits written" if written else "it was there already"
    return f"Match {record.match} of {told.game}: {what}"


def _refuse(games: Mapping[str, AnyGame], told: ArchiveHeader, record: Record) -> None:
    """Only what is sound, has ended and can be shown here is imported."""
    report = verified(told, record, games, Kept())
    if report.faults:
        fault = report.faults[0]
        raise NotDone(f"The archive has a fault ({fault.kind}, commit {fault.commit}): {fault.said}.")
    if told.ended is None:
        raise NotDone("The match has not ended: it can go on only where it is, and cannot be in two places.")
    if told.game not in games:
        raise NotDone(f"This program does not have the game {told.game}.")
    if re.match(MATCH_ID, told.match) is None:
        raise NotDone(f"{told.match} is no id of a match.")


async def _append(store: Store, record: Record) -> int:
    """Write what is missing; how many commits that were. NotDone when something else is there."""
    there = await store.read(record.match)
    if there != list(record.entries[: len(there)]):
        raise NotDone(f"Another match {record.match} is there already; nothing was written.")
    before = there[-1].h if there else genesis(record.match)
    for entry in record.entries[len(there) :]:
        result = await store.append(record.match, entry.number - 1, before, entry)
        if not isinstance(result, Appended):
            raise NotDone(f"Commit {entry.number} could not be written ({type(result).__name__.lower()}).")
        before = entry.h
    return len(record.entries) - len(there)

"""Making the hints again from the streams: the list of matches, and when each is due.

They are written after the ack, so a crash in between can lose one. After every start one worker goes
through all matches once, at leisure; whatever is missing or old is put right.
"""

import asyncio
from typing import Final

from domain.kernel.match.aggregate import Match
from service.lobby import Listing
from service.matches import Matches
from service.opening import NoSuchMatch, ReadOnly
from service.store.port import Store
from service.workers import Workers

PAUSE_S: Final = 0.002


async def sweep(matches: Matches, listing: Listing, workers: Workers) -> int:
    """Go through all matches that are not closed; what comes back is how many there were. Unavailable."""
    count = 0
    async for name in matches.store.matches():
        try:
            if await _is_over(matches.store, name):
                continue
            await _note(await matches.open(name), matches, listing, workers)
            count += 1
        except (NoSuchMatch, ReadOnly):
            continue  # whoever opens the match is told why
        await asyncio.sleep(PAUSE_S)  # players come first
    return count


async def _is_over(store: Store, match: str) -> bool:
    """Whether nothing is due in the match any more, by the end of its stream or by what stands in its place."""
    head = await store.head(match)
    if head is not None:
        return head.x is not None
    marker = await store.marker(match)
    return marker is None or marker.reason == "archived"


async def _note(match: Match, matches: Matches, listing: Listing, workers: Workers) -> None:
    if match.table.visibility == "public":
        await listing.put(match)
    due = workers.due(match)
    if due is not None:
        await matches.store.due.put(match.id, due)

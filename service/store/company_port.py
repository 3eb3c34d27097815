"""What the service asks of a store for the people at a table: talk, who is there, and webhooks.

Nothing of it is part of a match's history. All methods raise `Unavailable` when the store does not answer.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct


class Saying(Struct, frozen=True, kw_only=True):
    """An entry for the end of a conversation. `key` tells this request from every other one of the match; in a
    `window` of time, which has a number, its author adds at most `most_in_window`, and the conversation takes
    `most` entries. `empties` is an entry, by number, whose text goes, and what is left in its place. All talk of a
    match is forgotten when nothing was said for `keep_ms` milliseconds."""

    conversation: str
    key: bytes
    author: str
    entry: bytes
    window: int
    most_in_window: int
    most: int
    keep_ms: int
    empties: tuple[int, bytes] | None = None


class Said(Struct, frozen=True):
    """What came of it: where the entry is, as `<conversation>-<number>`, and the entry; those of before when the
    key was there already."""

    result: Literal["said", "slow", "full"]
    place: str
    entry: bytes


class Talk(Protocol):
    """What people at a table say. Outside the chain, so that it can be erased."""

    async def say(self, match: str, said: Saying) -> Said:
        """Add an entry, once for its key; whoever is subscribed to the match is told to look (number 0)."""

    async def read(self, match: str, after: Mapping[str, int], limit: int) -> dict[str, list[bytes]]:
        """Of each of these conversations at most `limit` entries after a number, oldest first."""


class Presence(Protocol):
    """Who was seen lately."""

    async def seen(self, match: str, seat: str, for_ms: int) -> None: ...

    async def of(self, match: str, seats: Sequence[str]) -> list[bool]:
        """Whether each of these seats was seen so lately that it still counts."""


class Hooks(Protocol):
    """Where a seat wants to be told that it must decide."""

    async def put(self, match: str, seat: str, hook: bytes) -> None: ...

    async def get(self, match: str, seat: str) -> bytes | None: ...

    async def replace(self, match: str, seat: str, seen: bytes, hook: bytes) -> bool:
        """Put it in the place of the one that was seen; False, and nothing is changed, if another is there."""

    async def remove(self, match: str, seat: str) -> None: ...

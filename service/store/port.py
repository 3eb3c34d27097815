"""What the service asks of a store. Redis Streams stand behind it; nothing here says so.

The stream of a match is the only authority. Snapshots, the lobby, due times, leases and wake-ups are
hints: each can be lost and is made again from the streams.
"""

from collections.abc import AsyncIterator
from typing import Literal, Protocol

from msgspec import Struct

from domain.kernel.commit import Entry
from service.store.company_port import Hooks, Presence, Talk

MAX_EVENTS = 1_000
"""Events in one commit, at most."""

MAX_BYTES = 4 * 1024 * 1024
"""Stored bytes of one commit, at most."""


class Unavailable(Exception):
    """The store gave no usable answer, though the request was repeated.

    An append that ends so may or may not be in the stream; sending the same entry again is always safe.
    """


class Damaged(Exception):
    """Stored data does not have the form this store writes."""


class StoreRefused(Exception):
    """The store must not be used as it is; the message says why, and what to do, in a sentence."""


class Appended(Struct, frozen=True):
    """The entry is on disk as commit `number`."""

    number: int


class Duplicate(Struct, frozen=True):
    """A commit with this command id is there already, as `number`; nothing was written."""

    number: int


class Conflict(Struct, frozen=True):
    """Somebody else committed first; the stream ends at `head`. Catch up and decide again."""

    head: int


class Behind(Struct, frozen=True):
    """The stream ends at `head`, before what the writer has seen: acknowledged history is lost.

    An alarm, never a reason to try again.
    """

    head: int


class Forked(Struct, frozen=True):
    """The stream ends at `head` as expected, with another hash: history was split. An alarm likewise."""

    head: int


class Closed(Struct, frozen=True):
    """The match takes no more commits: its last one closed it, or its stream was moved to a file."""

    reason: Literal["closed", "archived", "asleep"]


Result = Appended | Duplicate | Conflict | Behind | Forked | Closed


class Marker(Struct, frozen=True):
    """Stands where a stream was moved to a file: why, and the last commit's number and hash."""

    reason: Literal["archived", "asleep"]
    number: int
    h: bytes


class Snapshot(Struct, frozen=True):
    """Saved bytes as of commit `number`, and that commit if the log has it.

    Use the bytes only if `entry` is there and its hash is the one the bytes name.
    """

    number: int
    data: bytes
    entry: Entry | None


class Loaded(Struct, frozen=True):
    """All that is stored of a match: `tail` follows the snapshot, or is the whole log if there is none."""

    snapshot: Snapshot | None
    tail: list[Entry]
    marker: Marker | None


class Listed(Struct, frozen=True):
    """A match in the lobby, with the time of its creation (ms since 1970), what was saved to show, and the
    number of the commit as of which that is."""

    match: str
    created_ms: int
    summary: bytes
    number: int


class Lobby(Protocol):
    """The list of matches, newest first."""

    async def put(self, match: str, created_ms: int, number: int, summary: bytes) -> None:
        """Add a match or renew its summary. A summary as of an older commit `number` is ignored."""

    async def remove(self, match: str, created_ms: int) -> None: ...

    async def page(self, limit: int, before: tuple[int, str] | None = None) -> list[Listed]:
        """At most `limit` matches, older than `before` = (`created_ms`, `match`) of the last one seen."""

    async def trim(self, most: int) -> None:
        """Take all but the newest `most` matches out of the list. The matches themselves stay."""


class Due(Protocol):
    """When a worker must look at a match again: one time for each match, in ms since 1970.

    Many workers write it in any order, so a time given later never postpones one given before. Only
    the worker that looked may do that, by `settle`; afterwards it asks for the head once more, and if
    that moved meanwhile it puts the time it finds then.
    """

    async def put(self, match: str, due_ms: int) -> None: ...

    async def due(self, now_ms: int, limit: int = 100) -> list[tuple[str, int]]:
        """Matches whose time has come, longest waiting first, with that time."""

    async def settle(self, match: str, was_ms: int, next_ms: int | None) -> bool:
        """Set the next time, or none, unless the time is no longer `was_ms`: then nothing is changed."""

    async def next_ms(self) -> int | None:
        """The earliest time of all."""


class Names(Protocol):
    """Display names in a match, by seat. Outside the chain, so that they can be erased."""

    async def put(self, match: str, seat: str, name: str) -> None: ...

    async def of(self, match: str) -> dict[str, str]: ...

    async def erase(self, match: str, *seats: str) -> None:
        """Forget the names of these seats, or of all if none is given."""


class Packs(Protocol):
    """Content packs by their hash, kept as long as the matches that pin them."""

    async def put(self, pack_hash: str, data: bytes) -> None: ...

    async def get(self, pack_hash: str) -> bytes | None: ...


class Leases(Protocol):
    """Who works on what, against double work only: two holders at once do no harm."""

    async def take(self, name: str, holder: str, now_ms: int, for_ms: int) -> bool:
        """Take or prolong a lease; False while somebody else's runs."""

    async def release(self, name: str, holder: str) -> None:
        """Give it back, if still held."""


class Once(Protocol):
    """What may be done one single time, in whichever process."""

    async def first(self, name: str, for_ms: int) -> bool:
        """Whether nobody has asked for this name before; remembered for so many milliseconds."""


class Waiting(Protocol):
    """Which matches wait for their start, by who created them: more or less, to limit their number."""

    async def put(self, who: str, match: str, now_ms: int, for_ms: int) -> None:
        """Note a match. All that is noted for somebody is forgotten `for_ms` after the last one."""

    async def of(self, who: str) -> list[str]: ...

    async def remove(self, who: str, *matches: str) -> None: ...


class Wakeups(Protocol):
    """Hints that a match has new commits, for the matches that somebody here listens to.

    Iterate to get (match, number): the match has at least that many commits, or, at 0, may have news.
    Each match is announced once its subscription stands, and again after every lost connection.
    Hints may repeat, and those about one match are merged while nobody takes them.
    """

    async def subscribe(self, match: str, known: int = 0) -> None:
        """Begin; `known` is the commit seen last."""

    async def unsubscribe(self, match: str) -> None: ...

    def __aiter__(self) -> AsyncIterator[tuple[str, int]]: ...


class Store(Protocol):
    """A store of matches. All methods raise `Unavailable` when it does not answer."""

    @property
    def lobby(self) -> Lobby: ...
    @property
    def due(self) -> Due: ...
    @property
    def names(self) -> Names: ...
    @property
    def packs(self) -> Packs: ...
    @property
    def leases(self) -> Leases: ...
    @property
    def once(self) -> Once: ...
    @property
    def talk(self) -> Talk: ...
    @property
    def presence(self) -> Presence: ...
    @property
    def hooks(self) -> Hooks: ...
    @property
    def hooks_due(self) -> Due:
        """When each webhook must be looked at again, by a name for it."""

    @property
    def waiting(self) -> Waiting: ...
    @property
    def wakeups(self) -> Wakeups: ...

    async def append(self, match: str, expected: int, previous: bytes, entry: Entry) -> Result:
        """Write `entry` after commit `expected`, whose hash is `previous`, and get it on disk.

        Once called it runs to its end, even if the caller is cancelled. If the answer is lost the same
        entry is sent again; so `Duplicate` is answered only for a commit that is not this very one.
        `entry.number` is `expected + 1`, else `ValueError`; likewise beyond `MAX_EVENTS` or `MAX_BYTES`.
        """

    async def read(self, match: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Commits after that number, in order."""

    async def head(self, match: str) -> Entry | None:
        """The last commit in the stream; None where there is none, or where it was moved to a file."""

    async def load(self, match: str) -> Loaded:
        """Snapshot, the commits after it and the marker, at one moment."""

    async def save_snapshot(self, match: str, number: int, data: bytes) -> None:
        """Keep `data` as of commit `number`, unless a newer snapshot is there."""

    async def marker(self, match: str) -> Marker | None: ...

    async def archive(self, match: str, marker: Marker) -> bool:
        """Set the marker and delete the stream, if it still ends where the marker says; else do nothing.

        Call it only when a verified copy is on disk. A call that was cut short may be repeated.
        """

    async def unarchive(self, match: str) -> bool:
        """Remove the marker, if a stream is there again that ends where the marker says."""

    def matches(self) -> AsyncIterator[str]:
        """Every match that has a stream or a marker, in no order: to make the indexes again."""

    async def fullness(self) -> float:
        """How much of its memory the fullest server uses, as a share: of what it may, else of the machine's."""

    async def ping(self) -> None:
        """Return if the store answers."""

    async def close(self) -> None:
        """Finish what is under way, then close the connections."""

"""Table talk: what may be said to whom, and who is told of it.

Each conversation is kept and counted by itself, so that no number tells of talk that somebody does not hear.
A private one belongs to two persons, not to their seats: a newcomer on a seat does not find the talk of the
person before.
"""

import hmac
import re
from collections.abc import Iterator
from itertools import starmap
from typing import Final

import msgspec
from msgspec import Struct

from api_schema.company import TALK_ID, Message
from domain.kernel.match.aggregate import Match
from domain.kernel.match.state import Chair
from domain.kernel.refusal import Refused
from domain.kernel.viewers import Seat
from service.matches import Matches
from service.store.company_port import Said, Saying
from service.tokens import Bearer

ALL: Final = "all"
IS_PLACE: Final = re.compile(TALK_ID)
WINDOW_MS: Final = 60_000
MOST_IN_WINDOW: Final = 20
MOST: Final = 5_000
NO_LIMIT: Final = 2**31
KEEP_MS: Final = 180 * 86_400_000
TAG_BYTES: Final = 4

LOBBY: Final = Refused(code="not_started", rule="K-TALK-01", message="Private talk begins with the match.")
NOBODY: Final = Refused(
    code="nobody_there", rule="K-TALK-02", message="Private talk is between two persons at the table."
)
FULL: Final = Refused(code="talk_full", rule="K-TALK-03", message="This conversation has as much as is kept of one.")


class Entry(Struct, frozen=True, kw_only=True, array_like=True):
    """What is stored: which person said it from where, to whom, when, what; `erases` is a number."""

    by: str
    person: bytes
    to: Seat | None
    at: int
    text: str | None
    erases: int | None = None


class Line(Struct, frozen=True):
    """An entry in its place."""

    conversation: str
    number: int
    entry: Entry

    def message(self) -> Message:
        """As it is told."""
        erases = None if self.entry.erases is None else f"{self.conversation}-{self.entry.erases}"
        return Message(
            id=f"{self.conversation}-{self.number}",
            at=self.entry.at,
            by=self.entry.by,
            to=self.entry.to,
            text=self.entry.text,
            erases=erases,
        )


_STORED: Final = msgspec.msgpack.Decoder(Entry)


def private(match: Match, one: Chair, other: Chair) -> str:
    """The name of the talk between the persons on two seats. Where one is a newcomer, a tag sets it apart."""
    first, second = sorted((one, other), key=match.table.chairs.index)
    name = "".join(f"s{match.seats.index(chair.seat) + 1}" for chair in (first, second))
    if not first.joined and not second.joined:
        return name
    said = f"talk|{first.seat}|{first.joined}|{second.seat}|{second.joined}".encode()
    return f"{name}.{hmac.digest(match.key, said, 'sha256')[:TAG_BYTES].hex()}"


def heard(match: Match, bearer: Bearer | None) -> Iterator[str]:
    """The conversations that somebody hears."""
    yield ALL
    own = match.table.chair(bearer.actor) if bearer is not None and bearer.role == "seat" else None
    if own is not None:
        yield from (private(match, own, chair) for chair in match.table.chairs if chair is not own)


def place(match: Match, actor: str, to: Seat | None) -> str | Refused:
    """The conversation in which `actor` says something to a seat, or to everyone."""
    if to is None:
        return ALL
    if match.table.status == "lobby":
        return LOBBY
    own, other = match.table.chair(actor), match.table.chair(to)
    if own is None or other is None or own is other or other.kind != "person":
        return NOBODY
    return private(match, own, other)


class Talk:
    """The talk at all tables of a store."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches

    async def say(self, match: Match, actor: str, to: Seat | None, text: str, key: bytes) -> Line | Refused | int:
        """Say something, once for its key. A number are the seconds to wait, where too much was said just now."""
        conversation, now = place(match, actor, to), self.matches.clock()
        if isinstance(conversation, Refused):
            return conversation
        entry = Entry(by=actor, person=_person(match, actor), to=to, at=now, text=text)
        said = await self._add(match, conversation, entry, key)
        if said.result == "slow":
            return -(-(WINDOW_MS - now % WINDOW_MS) // 1000)
        return FULL if said.result == "full" else _line(said)

    async def find(self, match: Match, id_: str, bearer: Bearer) -> Line | None:
        """Something that was said and that the bearer may hear, or None."""
        conversation, _, number = id_.partition("-")
        if IS_PLACE.match(id_) is None or number == "0" or conversation not in heard(match, bearer):
            return None
        found = await self.read(match, {conversation: int(number) - 1}, 1)
        line = next(iter(found[conversation]), None)
        return None if line is None or line.entry.erases is not None else line

    async def erase(self, match: Match, line: Line, actor: str) -> Line:
        """Take the text of a line out of the store; whoever follows is told. Once only, however often it is asked."""
        left = msgspec.msgpack.encode(msgspec.structs.replace(line.entry, text=None))
        entry = msgspec.structs.replace(
            line.entry, by=actor, at=self.matches.clock(), text=None, erases=line.number, person=_person(match, actor)
        )
        key = f"erase {line.conversation}-{line.number}".encode()
        return _line(await self._add(match, line.conversation, entry, key, (line.number, left)))

    async def read(self, match: Match, after: dict[str, int], limit: int) -> dict[str, list[Line]]:
        """Of each conversation at most `limit` lines after a number."""
        found = await self.matches.store.talk.read(match.id, after, limit)
        return {name: list(_lines(name, after[name], each)) for name, each in found.items()}

    async def _add(
        self, match: Match, conversation: str, entry: Entry, key: bytes, empties: tuple[int, bytes] | None = None
    ) -> Said:
        """There is always room for taking something back."""
        said = Saying(
            conversation=conversation,
            key=key,
            author=entry.by if empties is None else "",
            entry=msgspec.msgpack.encode(entry),
            window=entry.at // WINDOW_MS,
            most_in_window=MOST_IN_WINDOW if empties is None else NO_LIMIT,
            most=MOST if empties is None else NO_LIMIT,
            keep_ms=KEEP_MS,
            empties=empties,
        )
        return await self.matches.store.talk.say(match.id, said)


def _person(match: Match, actor: str) -> bytes:
    chair = match.table.chair(actor)
    return b"" if chair is None else chair.person


def is_author(match: Match, line: Line, actor: str) -> bool:
    """Whether the person who has the seat now said it."""
    return line.entry.by == actor and line.entry.person == _person(match, actor)


def _line(said: Said) -> Line:
    conversation, _, number = said.place.partition("-")
    return Line(conversation, int(number), _STORED.decode(said.entry))


def _lines(name: str, after: int, found: list[bytes]) -> Iterator[Line]:
    entries = map(_STORED.decode, found)
    return starmap(lambda number, entry: Line(name, number, entry), enumerate(entries, after + 1))

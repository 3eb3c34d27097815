"""What people at a table need beside the game: talk, who is there, and where each wants to be told of decisions.

None of it is part of a match's history. As in `index`, no step writes twice at once.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from service.store.company_port import Said, Saying
from service.store.index import Pick
from service.store.keys import extra, keys_of
from service.store.scripts import Script

SAY: Final = Script("say")
TALK: Final = Script("talk")
REPLACE: Final = Script("replace")
OUTCOMES: Final[Mapping[bytes, Literal["said", "slow", "full"]]] = {
    b"OK": "said",
    b"DUP": "said",
    b"SLOW": "slow",
    b"FULL": "full",
}


class RedisTalk:
    """A hash for each match: entries by conversation and number, and what is counted of them."""

    def __init__(self, pick: Pick, prefix: str) -> None:
        self._pick = pick
        self._prefix = prefix

    async def say(self, match: str, said: Saying) -> Said:
        key, channel = extra(self._prefix, match, "t"), keys_of(self._prefix, match).channel
        erased = ("", b"") if said.empties is None else said.empties
        limits = (said.window, said.most_in_window, said.most)
        parts = (said.conversation, said.key, said.author, said.entry, *limits, channel, *erased)
        lane = self._pick(key).lane
        answer, place, entry = await lane.run(SAY, 1, key, *parts)
        await lane.ask(b"PEXPIRE", key, said.keep_ms)
        return Said(OUTCOMES[answer], place.decode(), entry)

    async def read(self, match: str, after: Mapping[str, int], limit: int) -> dict[str, list[bytes]]:
        key = extra(self._prefix, match, "t")
        places = [part for place in after.items() for part in place]
        found = await self._pick(key).lane.run(TALK, 1, key, limit, *places)
        return dict(zip(after, found, strict=True))


class RedisPresence:
    """A key for each seat that was seen, which goes by itself."""

    def __init__(self, pick: Pick, prefix: str) -> None:
        self._pick = pick
        self._prefix = prefix

    async def seen(self, match: str, seat: str, for_ms: int) -> None:
        key = extra(self._prefix, match, f"here:{seat}")
        await self._pick(key).lane.ask(b"SET", key, b"", b"PX", for_ms)

    async def of(self, match: str, seats: Sequence[str]) -> list[bool]:
        keys = [extra(self._prefix, match, f"here:{seat}") for seat in seats]
        found = await self._pick(keys[0]).lane.ask(b"MGET", *keys)
        return [each is not None for each in found]


class RedisHooks:
    """A hash of webhooks for each match, by seat."""

    def __init__(self, pick: Pick, prefix: str) -> None:
        self._pick = pick
        self._prefix = prefix

    async def put(self, match: str, seat: str, hook: bytes) -> None:
        key = extra(self._prefix, match, "hooks")
        await self._pick(key).lane.ask(b"HSET", key, seat, hook)

    async def get(self, match: str, seat: str) -> bytes | None:
        key = extra(self._prefix, match, "hooks")
        found: bytes | None = await self._pick(key).lane.ask(b"HGET", key, seat)
        return found

    async def replace(self, match: str, seat: str, seen: bytes, hook: bytes) -> bool:
        key = extra(self._prefix, match, "hooks")
        return bool(await self._pick(key).lane.run(REPLACE, 1, key, seat, seen, hook) == 1)

    async def remove(self, match: str, seat: str) -> None:
        key = extra(self._prefix, match, "hooks")
        await self._pick(key).lane.ask(b"HDEL", key, seat)

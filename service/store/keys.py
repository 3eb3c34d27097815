"""The names of all keys. Those of a match share a hash tag, so that they lie in one cluster slot."""

from functools import lru_cache

from msgspec import Struct


class MatchKeys(Struct, frozen=True, gc=False):
    """Stream, archive marker, snapshot, display names and wake-up channel of one match."""

    stream: bytes
    marker: bytes
    snapshot: bytes
    names: bytes
    channel: bytes


class Keys:
    """All names, under a prefix that lets several users share a server."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self.of = lru_cache(maxsize=20_000)(self._of)
        self.lobby, self.summaries = self._shared("lobby"), self._shared("summaries")
        self.due, self.leases, self.packs = self._shared("due"), self._shared("leases"), self._shared("packs")

    def _shared(self, name: str) -> bytes:
        return f"{self.prefix}x:{name}".encode()

    def _of(self, match: str) -> MatchKeys:
        tag = f"{self.prefix}g:{{{match}}}:"
        return MatchKeys(*(f"{tag}{part}".encode() for part in ("e", "a", "s", "d", "n")))

    def match_of(self, key: bytes) -> str:
        """The match that a key or a channel belongs to."""
        return key.decode().partition("{")[2].partition("}")[0]

"""Names of everything that is stored. The braces put all keys of a match into one slot of a cluster."""

from functools import lru_cache
from typing import NamedTuple


class Keys(NamedTuple):
    """The keys of one match."""

    stream: bytes
    marker: bytes
    snapshot: bytes
    channel: bytes
    names: bytes
    beside: bytes


@lru_cache(maxsize=4_096)
def keys_of(prefix: str, match: str) -> Keys:
    return Keys(*(f"{prefix}g:{{{match}}}:{part}".encode() for part in ("e", "a", "s", "n", "names", "w")))


def extra(prefix: str, match: str, what: str) -> bytes:
    """A key of a match for what is no part of its history."""
    return f"{prefix}g:{{{match}}}:{what}".encode()


def shared(prefix: str, name: str) -> bytes:
    """A key that belongs to no match."""
    return f"{prefix}x:{name}".encode()


def match_in(prefix: str, key: bytes) -> str:
    """The match of a stream or marker key."""
    return key.decode()[len(prefix) + 3 : -3]

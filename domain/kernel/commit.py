"""A commit as it is stored: one entry of a match's stream, and the chain over the stored bytes."""

import hashlib
import hmac
from typing import Final

import msgspec
from msgspec import Struct

from domain.kernel.chance import Draw

FORMAT: Final = b"conclave/1|"


class Entry(Struct, frozen=True, gc=False):
    """One commit, as bytes, as the store keeps it.

    `number` is dense from 1; `c` the command id, `k` the envelope, `h` the chain hash after this
    commit (32 bytes), `d` the events, `x` the reason when this commit closes the match.
    """

    number: int
    c: bytes
    k: bytes
    h: bytes
    d: tuple[bytes, ...]
    x: str | None = None


class Envelope(Struct, frozen=True, kw_only=True):
    """What a commit says besides its events.

    `actor` is a seat, `host` or `system`; `at` the time in milliseconds since 1970; `command` what
    was asked, in msgpack; `body` the hash of the request that asked it, for repeated keys; `ruleset` the
    version of the rules that decided; `nonce` 16 secret bytes, so that a hash of the commit tells
    nothing; `draws` all chance in it.
    """

    actor: str
    at: int
    command: msgspec.Raw
    body: bytes
    ruleset: str
    nonce: bytes
    draws: tuple[Draw, ...] = ()
    v: int = 1


def genesis(match: str) -> bytes:
    """The hash before the first commit of a match."""
    return hashlib.sha256(FORMAT + match.encode()).digest()


_SIZES: Final = tuple(size.to_bytes(8, "big") for size in range(4_096))


def _size(part: bytes) -> bytes:
    size = len(part)
    return _SIZES[size] if size < len(_SIZES) else size.to_bytes(8, "big")


def link(previous: bytes, entry: Entry) -> bytes:
    """The chain hash after `entry`: SHA-256 of the one before, the number, and each stored part after
    its length, all lengths and numbers in 8 bytes, big end first. `h` itself is not covered."""
    joined = [previous, entry.number.to_bytes(8, "big")]
    for part in (entry.c, entry.k, *entry.d, (entry.x or "").encode()):
        joined += _size(part), part
    return hashlib.sha256(b"".join(joined)).digest()


def command_id(match_key: bytes, actor: str, key: str) -> bytes:
    """The id of a command: who asks and the key that the asker gave it, told to nobody else."""
    return hmac.digest(match_key, f"command|{actor}|{key}".encode(), "sha256")[:16]


def nonce(match_key: bytes, number: int) -> bytes:
    """The secret 16 bytes of a commit."""
    return hmac.digest(match_key, f"nonce|{number}".encode(), "sha256")[:16]

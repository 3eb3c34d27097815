"""Chance that can be proved: every draw follows from the match's chance key and its own name.

A draw is HMAC(key, commit | purpose | n): hidden draws do not shift public ones, and whoever
holds the opened secret and the entropies can compute each of them again.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from msgspec import Struct

T = TypeVar("T")
WORD: Final = 1 << 64


class Draw(Struct, frozen=True, array_like=True):
    """One draw of a commit as it is stored: what it was for, its kind (`pick` or `shuffle`), the
    number of possible values or of things shuffled, and what came of it."""

    purpose: str
    kind: str
    bound: int
    result: int | tuple[int, ...]


def chance_key(secret: bytes, entropies: Sequence[bytes]) -> bytes:
    """The key of all draws: the match secret over the entropies of all seats, in seat order.

    A seat that brought none counts as empty; each is preceded by its length in one byte.
    """
    return hmac.digest(secret, b"".join(bytes([len(part)]) + part for part in entropies), "sha256")


def commitment(secret: bytes) -> str:
    """What is published of the match secret before anyone takes a seat, as hex."""
    return hashlib.sha256(b"conclave/commitment/1|" + secret).hexdigest()


def words(key: bytes, commit: int, purpose: str, n: int) -> Iterator[int]:
    """The endless stream of 64-bit words of one draw, four from each HMAC block."""
    block = 0
    while True:
        digest = hmac.digest(key, f"{commit}|{purpose}|{n}|{block}".encode(), "sha256")
        yield from (int.from_bytes(digest[at : at + 8], "big") for at in range(0, 32, 8))
        block += 1


def below(stream: Iterator[int], bound: int) -> int:
    """A number from 0 to `bound` - 1, all equally likely: words past the last multiple are passed over."""
    limit = WORD - WORD % bound
    return next(word for word in stream if word < limit) % bound


def permutation(stream: Iterator[int], size: int) -> tuple[int, ...]:
    """An order of 0 … `size` - 1 by Fisher and Yates, from the last place down."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


class Chance:
    """The draws of one commit. `draws` is what the commit stores of them."""

    def __init__(self, key: bytes, commit: int) -> None:
        self.key, self.commit = key, commit
        self.draws: list[Draw] = []

    def _stream(self, purpose: str) -> Iterator[int]:
        n = sum(draw.purpose == purpose for draw in self.draws)
        return words(self.key, self.commit, purpose, n)

    def pick(self, purpose: str, bound: int) -> int:
        """A number from 0 to `bound` - 1; `bound` is at least 1."""
        result = below(self._stream(purpose), bound)
        self.draws.append(Draw(purpose, "pick", bound, result))
        return result

    def shuffle(self, purpose: str, things: Sequence[T]) -> list[T]:
        """The things in a new order, all orders equally likely."""
        order = permutation(self._stream(purpose), len(things))
        self.draws.append(Draw(purpose, "shuffle", len(things), order))
        return [things[place] for place in order]

"""Bearer tokens: `match.seat.epoch.mac`, made from the server key and what the holder proved.

Nothing is stored but the proofs in the match itself, so that any worker can check any token.
"""

import hmac
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from domain.kernel.match.aggregate import Match
from domain.kernel.viewers import HOST, SPECTATOR, Seat, Viewer

Role = Literal["seat", "host", "spectator"]
MAC_CHARS = 32


class Bearer(Struct, frozen=True):
    """Who a good token speaks for. The host and spectators look as spectators do."""

    match: str
    role: Role
    actor: str
    token: str

    @property
    def viewer(self) -> Viewer:
        """As whom the holder looks."""
        return self.actor if self.role == "seat" else SPECTATOR


def proof_of(server_key: bytes, match: str, key: str) -> bytes:
    """What a match stores of a claim key (or of the host's key)."""
    return hmac.digest(server_key, f"proof|{match}|{key}".encode(), "sha256")


def _mac(server_key: bytes, match: str, name: str, epoch: int, proof: bytes) -> str:
    said = f"token|{match}|{name}|{epoch}|".encode()
    return hmac.digest(server_key, said + proof, "sha256").hex()[:MAC_CHARS]


@lru_cache(maxsize=20_000)  # a command should not pay for it again, whoever gives it
def mint(server_key: bytes, match: str, name: str, epoch: int, proof: bytes) -> str:
    """The token of a seat, the host or the spectators of a match."""
    return f"{match}.{name}.{epoch}.{_mac(server_key, match, name, epoch, proof)}"


def host_token(server_key: bytes, match: Match) -> str:
    """The token of the match's host."""
    return mint(server_key, match.id, HOST, 0, match.table.host)


def spectator_token(server_key: bytes, match: Match) -> str:
    """The token that lets people watch a private match."""
    return mint(server_key, match.id, SPECTATOR, 0, match.table.host)


def seat_token(server_key: bytes, match: Match, seat: Seat) -> str:
    """The token of whoever holds the seat now."""
    chair = next(chair for chair in match.table.chairs if chair.seat == seat)
    return mint(server_key, match.id, seat, chair.epoch, chair.proof)


def match_of(token: str) -> str:
    """The match that a token names, good or not."""
    return token.partition(".")[0]


def _expected(server_key: bytes, match: Match, name: str) -> tuple[Role, str] | None:
    if name == HOST:
        return "host", host_token(server_key, match)
    if name == SPECTATOR:
        return "spectator", spectator_token(server_key, match)
    chair = match.table.chair(name)
    return ("seat", seat_token(server_key, match, name)) if chair and chair.kind == "person" else None


def admit(server_key: bytes, match: Match, token: str) -> Bearer | None:
    """Whom the token speaks for in this match, or None when it is not good there (any more)."""
    parts = token.split(".")
    name = parts[1] if len(parts) == 4 else ""
    expected = _expected(server_key, match, name)
    if expected is None or not hmac.compare_digest(expected[1].encode(), token.encode()):
        return None
    return Bearer(match.id, expected[0], name, token)

"""Bearer tokens: `match.seat.epoch.mac`, made from the server key and what the holder proved.

Nothing is stored but the proofs in the match itself, so that any worker can check any token. A recovery
code and a ticket are made alike, each under a word of its own, so that none passes for another.
"""

import hashlib
import hmac
import re
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from domain.kernel.match.aggregate import Match
from domain.kernel.match.state import Chair
from domain.kernel.viewers import AUDITOR, HOST, SPECTATOR, Seat, Viewer

Role = Literal["seat", "host", "spectator", "auditor"]
MAC_CHARS: Final = 32
SECOND: Final = 1_000
_TOKEN: Final = re.compile(r"[^.]*\.(?P<name>[^.]+)\.(?P<epoch>[0-9]{1,12})\.[^.]*")
_TICKET: Final = re.compile(
    r"[^.]*\.(?P<name>[^.]+)\.(?P<epoch>[0-9]{1,12})\.(?P<until>[0-9]{1,12})\.(?P<nonce>[^.]+)\.[^.]*"
)


class Bearer(Struct, frozen=True):
    """Who a good token speaks for. The host and spectators look as spectators do.

    `epoch` is the seat's when the token was made; of an auditor's it is its end, in seconds since 1970.
    """

    match: str
    role: Role
    actor: str
    epoch: int

    @property
    def viewer(self) -> Viewer:
        """As whom the holder looks."""
        return self.actor if self.role in {"seat", "auditor"} else SPECTATOR


def proof_of(server_key: bytes, match: str, key: str) -> bytes:
    """What a match stores of a claim key (or of the host's key)."""
    return hmac.digest(server_key, f"proof|{match}|{key}".encode(), "sha256")


def _mac(server_key: bytes, said: str, proof: bytes) -> str:
    return hmac.digest(server_key, said.encode() + b"|" + proof, "sha256").hex()[:MAC_CHARS]


def _made(server_key: bytes, match: str, name: str, epoch: int, proof: bytes) -> str:
    return f"{match}.{name}.{epoch}." + _mac(server_key, f"token|{match}|{name}|{epoch}", proof)


mint = lru_cache(maxsize=8_192)(_made)  # a command should not pay for it again, whoever gives it


def host_token(server_key: bytes, match: Match) -> str:
    """The token of whoever is the host now."""
    return mint(server_key, match.id, HOST, match.table.host_epoch, match.table.host)


def first_host_token(server_key: bytes, match: Match) -> str:
    """The token of the match's creator, which is good until the hosting is passed on."""
    return mint(server_key, match.id, HOST, 0, match.table.founder)


def spectator_token(server_key: bytes, match: Match) -> str:
    """The token that lets people watch a private match."""
    return mint(server_key, match.id, SPECTATOR, 0, match.table.founder)


def auditor_token(server_key: bytes, match: str, until_s: int) -> str:
    """A token that sees all of a match but its secret, until so many seconds since 1970."""
    return _made(server_key, match, AUDITOR, until_s, b"")


def recovery_code(server_key: bytes, match: str, seat: Seat, proof: bytes) -> str:
    """What makes a seat's token anew when that was lost or stolen. It changes with the claim key alone."""
    return f"{match}.{seat}." + _mac(server_key, f"recovery|{match}|{seat}", proof)


def fingerprint(token: str) -> str:
    """What a log says of a token."""
    return hashlib.sha256(token.encode()).hexdigest()[:12]


def match_of(token: str) -> str:
    """The match that a token names, good or not."""
    return token.partition(".")[0]


def name_in(token: str) -> str:
    """Whose token it says that it is, good or not."""
    return token.partition(".")[2].partition(".")[0]


def is_shared(name: str) -> bool:
    """Whether many hold the token of this name: all who watch a private match have one and the same."""
    return name == SPECTATOR


def _is_held(chair: Chair | None, epoch: int) -> bool:
    return chair is not None and chair.kind == "person" and chair.epoch == epoch


def _holder(match: Match, name: str, epoch: int) -> tuple[Role, bytes] | None:
    """The role behind a name, and what its tokens are made from; None when none of this epoch is good."""
    if name == AUDITOR:
        return "auditor", b""
    if name == HOST:
        return ("host", match.table.host) if epoch == match.table.host_epoch else None
    if name == SPECTATOR:
        return "spectator", match.table.founder
    chair = match.table.chair(name)
    return ("seat", chair.proof) if chair is not None and _is_held(chair, epoch) else None


def holds(match: Match, bearer: Bearer, now_ms: int) -> bool:
    """Whether a token that was good is so still."""
    if bearer.role == "seat":
        return _is_held(match.table.chair(bearer.actor), bearer.epoch)
    if bearer.role == "host":
        return bearer.epoch == match.table.host_epoch
    return bearer.role != "auditor" or now_ms < bearer.epoch * SECOND


def admit(server_key: bytes, match: Match, token: str, now_ms: int) -> Bearer | None:
    """Whom the token speaks for in this match, or None when it is not good there (any more)."""
    found = _TOKEN.fullmatch(token)
    holder = _holder(match, found["name"], int(found["epoch"])) if found else None
    if found is None or holder is None:
        return None
    bearer = Bearer(match.id, holder[0], found["name"], int(found["epoch"]))
    make = mint if bearer.role == "seat" else _made  # made-up epochs must not fill the memory
    if not hmac.compare_digest(
        make(server_key, match.id, bearer.actor, bearer.epoch, holder[1]).encode(), token.encode()
    ):
        return None
    return bearer if bearer.role != "auditor" or holds(match, bearer, now_ms) else None


# --- tickets -------------------------------------------------------------------------------------


def _ticket(server_key: bytes, bearer: Bearer, until_s: int, nonce: str, proof: bytes) -> str:
    said = f"{bearer.match}.{bearer.actor}.{bearer.epoch}.{until_s}.{nonce}"
    return f"{said}." + _mac(server_key, f"ticket|{said}", proof)


def ticket(server_key: bytes, match: Match, bearer: Bearer, until_s: int, nonce: str) -> str | None:
    """A ticket for whoever holds a good token: it opens one stream until so many seconds since 1970. None
    when the token is good no more. `nonce` are 16 hex digits that no other ticket has."""
    holder = _holder(match, bearer.actor, bearer.epoch)
    return _ticket(server_key, bearer, until_s, nonce, holder[1]) if holder else None


def redeem(server_key: bytes, match: Match, given: str, now_ms: int) -> Bearer | None:
    """Whom a ticket speaks for, or None. Whether it was used before is not asked here."""
    found = _TICKET.fullmatch(given)
    holder = _holder(match, found["name"], int(found["epoch"])) if found else None
    if found is None or holder is None:
        return None
    bearer, until_s = Bearer(match.id, holder[0], found["name"], int(found["epoch"])), int(found["until"])
    made = _ticket(server_key, bearer, until_s, found["nonce"], holder[1])
    if not hmac.compare_digest(made.encode(), given.encode()):
        return None
    return bearer if now_ms < until_s * SECOND and holds(match, bearer, now_ms) else None

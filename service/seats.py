"""Having a seat: claiming it, making its token anew, getting it back with the recovery code."""

import hmac
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from domain.kernel.match.aggregate import Match
from domain.kernel.match.commands import Claim, Renew
from domain.kernel.refusal import Refused
from domain.kernel.viewers import Seat
from service import tokens
from service.matches import KeyReused, Matches, Submitted
from service.tokens import Bearer

CLAIM: Final = "claim"
GONE: Final = Refused(code="seat_taken", rule="K-LOBBY-03", message="This key is not good for the seat any more.")


class Held(Struct, frozen=True):
    """What the holder of a seat keeps: the token and the recovery code. While it `waits` for the consent of
    the persons at the table, neither is good yet. `joined` is as in a chair."""

    token: str
    recovery: str
    waits: bool
    joined: int


def _held(server_key: bytes, match: Match, seat: Seat, proof: bytes) -> Held | None:
    """What whoever brought this proof may be told again, or None when it is not good for the seat."""
    chair = match.table.chair(seat)
    if chair is None:
        return None
    waits = chair.asked == proof
    if not waits and (chair.kind != "person" or chair.proof != proof):
        return None
    epoch = chair.epoch + 1 if waits else chair.epoch
    token = tokens.mint(server_key, match.id, seat, epoch, proof)
    recovery = tokens.recovery_code(server_key, match.id, seat, proof)
    return Held(token, recovery, waits, epoch if waits else chair.joined)


async def claim(
    matches: Matches, match: str, seat: Seat, key: str, entropy: bytes, body: bytes = b"", actor: str = CLAIM
) -> Held | Refused | KeyReused:
    """Take a seat, or ask for one as a newcomer. The same key gives the same again, while it is good."""
    proof = tokens.proof_of(matches.server_key, match, key)
    command = Claim(seat=seat, proof=proof, entropy=entropy)
    answer = await matches.submit(match, actor, command, key=f"{seat}|{key}", body=body)
    if not isinstance(answer, Submitted):
        return answer
    return _held(matches.server_key, answer.match, seat, proof) or GONE


def _proof(match: Match, seat: Seat) -> bytes:
    return next(chair.proof for chair in match.table.chairs if chair.seat == seat)


async def renew(matches: Matches, bearer: Bearer) -> str | Refused | KeyReused:
    """Make the bearer's token anew (K-SEAT-01); the one before is void. Claim key and recovery code stay."""
    match = await matches.open(bearer.match)
    proof = _proof(match, bearer.actor)

    def may(now: Match) -> bool:
        return tokens.holds(now, bearer, matches.clock())

    answer = await matches.submit(bearer.match, bearer.actor, Renew(proof=proof), may=may)
    if not isinstance(answer, Submitted):
        return answer
    return tokens.mint(matches.server_key, bearer.match, bearer.actor, bearer.epoch + 1, proof)


async def recover(matches: Matches, match: str, seat: Seat, code: str, key: str) -> Held | Refused | KeyReused | None:
    """Make everything of a seat anew, by its recovery code; from now on `key` is its claim key. None when the
    code is not good. The same key gives the same again, while it is good. After the end nothing can be made
    anew, nor stolen with: then the code gives the token that there is."""
    opened = await matches.open(match)
    proof = tokens.proof_of(matches.server_key, match, key)
    held = _held(matches.server_key, opened, seat, proof)
    if held is not None:
        return held
    may = _with_code(matches.server_key, seat, code)
    if not may(opened):
        return None
    if opened.table.status == "over":
        return _held(matches.server_key, opened, seat, _proof(opened, seat))
    answer = await matches.submit(match, seat, Renew(proof=proof), key=f"recover|{key}", may=may)
    if not isinstance(answer, Submitted):
        return answer
    return _held(matches.server_key, answer.match, seat, proof) or GONE


def _with_code(server_key: bytes, seat: Seat, code: str) -> Callable[[Match], bool]:
    """Whether a recovery code is good for the seat, as a match stands."""

    def may(match: Match) -> bool:
        chair = match.table.chair(seat)
        if chair is None or chair.kind != "person":
            return False
        good = tokens.recovery_code(server_key, match.id, seat, chair.proof)
        return hmac.compare_digest(good.encode(), code.encode())

    return may

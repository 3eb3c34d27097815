"""Hosting: it belongs to whoever has its key, and is passed on with everybody being told."""

import hmac

from domain.kernel.match.aggregate import Match
from domain.kernel.match.commands import PassHost
from domain.kernel.refusal import Refused
from domain.kernel.viewers import Seat
from service import tokens
from service.matches import KeyReused, Matches, Submitted
from service.tokens import Bearer


async def pass_on(matches: Matches, host: Bearer, seat: Seat | None, key: str) -> Submitted | Refused | KeyReused:
    """Make the person on a seat the host, or, without a seat, whoever has the key (K-HOST-01)."""
    proof = b"" if seat is not None else tokens.proof_of(matches.server_key, host.match, key)

    def may(now: Match) -> bool:
        return tokens.holds(now, host, matches.clock())

    return await matches.submit(host.match, host.actor, PassHost(seat=seat, proof=proof), may=may)


async def take(matches: Matches, match: str, key: str) -> str | None:
    """The host's token for whoever has the key; None for everybody else."""
    opened = await matches.open(match)
    proof = tokens.proof_of(matches.server_key, match, key)
    return tokens.host_token(matches.server_key, opened) if hmac.compare_digest(proof, opened.table.host) else None

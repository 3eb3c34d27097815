"""One more match for the same persons: it follows from the ended one, so that everyone who asks finds the same."""

import hmac
from typing import Final

import msgspec
from msgspec import Struct

from domain.kernel.match.aggregate import Match
from domain.kernel.match.create import NewMatch
from domain.kernel.match.lobby import RETURNING
from domain.kernel.refusal import Refused
from domain.kernel.viewers import Seat
from service import seats
from service.matches import KeyReused, Matches, body_hash
from service.seats import Held

NOT_OVER: Final = Refused(code="not_over", rule="K-REMATCH-01", message="The match is not over yet.")
NOT_FULL: Final = Refused(code="seats_open", rule="K-REMATCH-01", message="Not everyone had sat down for this match.")


class Again(Struct, frozen=True):
    """A seat of a rematch. `hosts` says that its person asked first."""

    match: Match
    seat: Seat
    held: Held
    hosts: bool


def key_of(ended: Match) -> str:
    """The creation key of a match's rematch; nobody without the match's key can make it up."""
    return hmac.digest(ended.key, b"rematch", "sha256").hex()


def turned(ended: Match, seat: Seat) -> Seat:
    """The seat after this one, where its person sits in the rematch."""
    return ended.seats[(ended.seats.index(seat) + 1) % len(ended.seats)]


def _new(ended: Match) -> NewMatch:
    """The same match again, everybody one seat further on. A pack that is not shipped any more gives way."""
    table, game = ended.table, ended.game
    bots = [chair.bot if chair.kind == "bot" else None for chair in table.chairs]
    return NewMatch(
        game=table.game,
        bots=[bots[-1], *bots[:-1]],
        options=msgspec.convert(table.options, game.options),
        pack=ended.pack.hash if ended.pack.hash in {pack.hash for pack in game.packs} else None,
        visibility=table.visibility,
        reveal=table.reveal,
        undo=table.undo,
        spectator_delay=table.spectator_delay,
        clock=table.clock,
        rematch_of=ended.id,
    )


async def join(
    matches: Matches, ended: Match, seat: Seat, key: str, entropy: bytes, body: bytes
) -> Again | Refused | KeyReused:
    """Take the seat that the person of `seat` has in the rematch; whoever asks first creates it."""
    if ended.table.status != "over":
        return NOT_OVER
    if any(chair.kind == "open" for chair in ended.table.chairs):
        return NOT_FULL  # it expired; a seat that is kept for nobody could never be taken
    named = key_of(ended)
    made = await matches.create(_new(ended), named, body_hash(b"rematch", seat.encode()))
    match = await matches.open(matches.named(named)) if isinstance(made, KeyReused) else made
    mine = turned(ended, seat)
    held = await seats.claim(matches, match.id, mine, key, entropy, body, RETURNING)
    return Again(match, mine, held, made is match) if isinstance(held, Held) else held

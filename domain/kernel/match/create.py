"""Setting a match up: its first commit."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from domain.kernel.command import Command
from domain.kernel.commit import Envelope, nonce
from domain.kernel.match.aggregate import Match
from domain.kernel.match.clock import Clock
from domain.kernel.match.draft import Draft
from domain.kernel.match.events import ChairSpec, Created, Reveal, Visibility
from domain.kernel.match.evolve import TABLE_EVOLVE
from domain.kernel.match.state import Table
from domain.kernel.match.working import sealed_entry
from domain.kernel.play import stamp
from domain.kernel.viewers import SYSTEM


class NewMatch(Struct, frozen=True, kw_only=True):
    """What a new match is to be: `bots` has a policy for each seat in order, None for a person;
    its length is the number of seats. `undo` None means the game's default; `spectator_delay` is in seconds;
    `clock` None that nothing but the game itself limits anyone's time; `rematch_of` is the id of the match
    before, whose persons alone may take the seats."""

    game: str
    bots: Sequence[str | None]
    options: Struct
    pack: str | None = None
    visibility: Visibility = "public"
    reveal: Reveal = "everything"
    undo: bool | None = None
    spectator_delay: int = 0
    clock: Clock | None = None
    rematch_of: str | None = None


class Create(Command, frozen=True, tag="match.Create"):
    """Set a match up; what was asked stands in the event."""


class Promise(Struct, frozen=True, kw_only=True):
    """What the service puts behind a match: the commitment to its secret, that secret encrypted, the
    fingerprint of the server key, and the proof of whoever is the host."""

    commitment: str
    secret: bytes
    server: str
    host: bytes


def create(match: Match, new: NewMatch, promise: Promise, *, at: int, command_id: bytes, body: bytes) -> Draft:
    """The first commit of `match`, which is still blank."""
    meta = match.game.meta
    event = Created(
        game=meta.id,
        options=msgspec.to_builtins(new.options),
        pack=match.pack.hash,
        chairs=tuple(ChairSpec(seat=seat, bot=bot) for seat, bot in zip(meta.seats, new.bots, strict=False)),
        visibility=new.visibility,
        reveal=new.reveal,
        undo=meta.undo if new.undo is None else new.undo,
        spectator_delay=new.spectator_delay,
        rematch_of=new.rematch_of,
        clock=new.clock or (Clock() if meta.limits else None),
        commitment=promise.commitment,
        secret=promise.secret,
        server=promise.server,
        host=promise.host,
    )
    stamp(event, [spec.seat for spec in event.chairs])
    table = Table()
    TABLE_EVOLVE[Created](table, event)
    asked = msgspec.Raw(match.codec.encode(Create()))
    envelope = Envelope(
        actor=SYSTEM, at=at, command=asked, body=body, ruleset=meta.ruleset, nonce=nonce(match.key, match.version + 1)
    )
    entry = sealed_entry(match, (event,), envelope, command_id, None)
    return Draft(entry, at, (event,), table, match.state, SYSTEM)

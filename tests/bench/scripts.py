"""Matches played beforehand: with known chance, the same commands are legal over HTTP."""

from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.chance import Chance
from domain.kernel.commit import Envelope
from domain.kernel.contract import AnyGame
from domain.kernel.viewers import SPECTATOR, SYSTEM
from tests.harness.lab import Lab

LONGEST = 200


def known_chance(key: bytes, commit: int) -> Chance:
    """The same draws in every match."""
    return Chance(b"known to the bench".ljust(32, b"."), commit)


class Move(Struct, frozen=True):
    """One command: who gives it, and the number of the last event that each viewer then has seen."""

    seat: str
    command: dict[str, Any]
    seen: dict[str, int]


class Script(Struct, frozen=True):
    """A match to be played over HTTP."""

    game: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    moves: tuple[Move, ...]


def _of(game: AnyGame, seed: int, options: dict[str, Any]) -> Script:
    lab = Lab(game, seed, game.meta.counts[0], known_chance, options, clock=None).open()
    moves: list[Move] = []
    while lab.match.outcome is None and len(moves) < LONGEST:
        lab.step()
        envelope = msgspec.msgpack.decode(lab.entries[-1].k, type=Envelope)
        assert envelope.actor != SYSTEM, "the bench has no clock to wait for"
        seen = {viewer: lab.match.seq(viewer) for viewer in (*lab.match.seats, SPECTATOR)}
        moves.append(Move(envelope.actor, msgspec.msgpack.decode(envelope.command), seen))
    return Script(game.meta.id, options, lab.match.seats, tuple(moves))


def longest(game: AnyGame, options: dict[str, Any], tries: int = 12) -> Script:
    """The longest of some random matches, cut off after 200 commands."""
    return max((_of(game, seed, options) for seed in range(tries)), key=lambda script: len(script.moves))

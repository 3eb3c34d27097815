"""Finding, writing and replaying golden matches."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.kernel.commit import Envelope
from domain.kernel.contract import AnyGame
from domain.kernel.match import commands as c
from domain.kernel.match.draft import Draft
from domain.kernel.match.past import Commit, tell
from domain.kernel.viewers import SPECTATOR
from tests.harness.lab import GAMES, Lab

FOLDER = Path(__file__).parent
SEEDS = 4_000
EARLY = 6
PAIR = 2
FOR_PAIRS = {"resigned", "out_of_time"}


class Golden(msgspec.Struct, kw_only=True):
    """A whole match: how it was set up, every command, what spectators read, and the last chain hash."""

    game: str
    seed: int
    seats: int
    ending: str
    commands: list[tuple[str, int, Any]]
    story: list[str]
    head: str


def ways(game: AnyGame) -> list[str]:
    """How a match of this game can end; one seat's giving up or losing on time ends only a match of one or two
    (K-END-02, K-CLOCK-05)."""
    return [ending for ending in game.meta.endings if ending not in FOR_PAIRS or min(game.meta.counts) <= PAIR]


def path_of(game: str, ending: str) -> Path:
    """Where a golden match lies."""
    return FOLDER / game / f"{ending}.json"


def lab_of(game: AnyGame, seed: int, seats: int) -> Lab:
    """The match of a seed, started."""
    return Lab(game, seed, seats).open()


def find(game: AnyGame, ending: str) -> Lab:
    """A match that ends so: played at random, or by as few computers as can play; cut short by its persons where
    the kernel ends it."""
    for seed in range(SEEDS):
        lab = lab_of(game, seed, _seats(game, ending, seed))
        cut(lab.play(EARLY), ending) if ending in {"resigned", "drawn", "aborted"} else lab.play()
        if ended(lab, ending):
            return lab
        lab = lab_of(game, seed, min(game.meta.counts)).by_computers()
        if ended(lab, ending):
            return lab
    raise LookupError(f"no match of {game.meta.id} ends with {ending}")


def ended(lab: Lab, ending: str) -> bool:
    return lab.match.outcome is not None and lab.match.outcome.reason == ending


def _seats(game: AnyGame, ending: str, seed: int) -> int:
    counts = [count for count in game.meta.counts if ending not in FOR_PAIRS or count == PAIR]
    return Random(seed).choice(counts)


def cut(lab: Lab, ending: str) -> None:
    if ending == "resigned":
        lab.give(lab.match.seats[1], c.Resign())
        return
    wish = c.Consent(what="draw" if ending == "drawn" else "abort", agree=True)
    for seat in lab.match.seats:
        lab.give(seat, wish)


def written(lab: Lab) -> Golden:
    """The golden form of a finished match."""
    match = lab.match
    story = [
        seen.text
        for commit in tell(match.codec, lab.entries, Commit)
        for seen in match.see(commit.events, commit.at, SPECTATOR, 0)
    ]
    commands = []
    for entry in lab.entries[len(match.seats) + 2 :]:
        envelope = msgspec.msgpack.decode(entry.k, type=Envelope)
        commands.append((envelope.actor, envelope.at, msgspec.msgpack.decode(envelope.command)))
    assert match.outcome is not None
    return Golden(
        game=match.game.meta.id,
        seed=int(match.id[1:]),
        seats=len(match.seats),
        ending=match.outcome.reason,
        commands=commands,
        story=story,
        head=match.head.hex(),
    )


def replayed(golden: Golden) -> Lab:
    """The match once more, command by command."""
    lab = lab_of(GAMES[golden.game], golden.seed, golden.seats)
    for actor, at, command in golden.commands:
        lab.at = at - 1_000
        given = lab.give(actor, lab.match.codec.command(msgspec.msgpack.encode(command)))
        assert isinstance(given, Draft), (actor, command, given)
    return lab


def write_all() -> None:
    """Make every golden match anew."""
    for name, game in GAMES.items():
        for ending in ways(game):
            path = path_of(name, ending)
            path.parent.mkdir(exist_ok=True)
            body = msgspec.json.encode(written(find(game, ending)))
            path.write_bytes(msgspec.json.format(body, indent=1) + b"\n")

"""Collecting samples: the bytes of one event for each (type, version) that random play gives."""

import base64
from pathlib import Path

import msgspec

from domain.kernel.command import tag
from domain.kernel.contract import AnyGame
from domain.kernel.match import commands as c
from domain.kernel.match.events import MATCH_EVENTS
from domain.kernel.viewers import HOST
from tests.golden.record import cut
from tests.harness.lab import GAMES, Lab

FOLDER = Path(__file__).parent
SEEDS = 400
TABLE = 2  # no newcomer takes a seat at a smaller one


def path_of(game: str) -> Path:
    """Where a game's samples lie."""
    return FOLDER / f"{game}.json"


def wanted(game: AnyGame) -> set[str]:
    """The type tags of all events that a match of this game can have."""
    return {tag(kind) for kind in (*MATCH_EVENTS, *game.events)}


def change_hands(lab: Lab) -> None:
    """A token is made anew, and a newcomer gets the seat that the host took from its person."""
    first, second, *others = lab.match.seats
    lab.give(first, c.Renew(proof=b"q"))
    lab.give(HOST, c.PassHost(seat=first, proof=b""))
    lab.give(HOST, c.Revoke(seat=second, then="newcomer"))
    lab.give("claim", c.Claim(seat=second, proof=b"n", entropy=b""))
    for seat in (first, *others):
        lab.give(seat, c.Welcome(seat=second, agree=True))


def pause(lab: Lab) -> None:
    """All agree to halt and to go on, where there is a clock."""
    for what in ("pause", "resume"):
        for seat in lab.match.seats:
            lab.give(seat, msgspec.convert({"type": "match.Consent", "what": what, "agree": True}, c.Consent))


def collect(game: AnyGame) -> dict[str, str]:
    """One sample for each form, from as many matches as it takes."""
    found: dict[str, str] = {}
    for seed in range(SEEDS):
        lab = Lab(game, seed).open()
        pause(lab)
        ending = ("", "drawn", "aborted", "resigned")[seed % 4]
        if ending and len(lab.match.seats) > 1:
            cut(lab.play(8), ending)
        elif seed % 8:
            lab.by_computers()
        else:
            if len(lab.match.seats) > TABLE:
                change_hands(lab)
            lab.play()
        for entry in lab.entries:
            for stored in entry.d:
                event = lab.match.codec.event(stored)
                found.setdefault(f"{tag(type(event))} v{event.v}", base64.b64encode(stored).decode())
        if wanted(game) <= {name.partition(" ")[0] for name in found}:
            break
    return dict(sorted(found.items()))


def write_all() -> None:
    """Make all samples anew; only until the first release."""
    for name, game in GAMES.items():
        body = msgspec.json.encode(collect(game))
        path_of(name).write_bytes(msgspec.json.format(body, indent=1) + b"\n")

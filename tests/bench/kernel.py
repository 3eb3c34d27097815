"""What the kernel alone takes: folding, viewing, listing decisions."""

import dataclasses
import time
from collections.abc import Callable
from typing import Any

import msgspec

from domain.kernel.audience import Event
from domain.kernel.commit import Entry, Envelope, genesis, link
from domain.kernel.contract import AnyGame
from tests.games.bazaar import GAME as BAZAAR
from tests.games.bazaar.table import State
from tests.harness.lab import GAMES, Lab, blank

TYPES, COMMITS, EVENTS = 80, 5_000, 4
FIELDS = [("seat", str), ("place", int), ("count", int), ("cards", tuple[str, ...])]


def _count(state: State, event: Any) -> None:
    state.moves += event.count


def wide_game() -> AnyGame:
    """Bazaar with 80 event types in place of its own."""
    kinds = [
        msgspec.defstruct(f"Wide{n}", FIELDS, bases=(Event,), tag=f"wide.Wide{n}", frozen=True, kw_only=True)
        for n in range(TYPES)
    ]
    return dataclasses.replace(BAZAAR, events=tuple(kinds), evolve=dict.fromkeys(kinds, _count))


def _entries(game: AnyGame) -> list[Entry]:
    entries, head, encode = [], genesis("m"), msgspec.msgpack.encode
    for number in range(1, COMMITS + 1):
        picked = [game.events[(number * EVENTS + n) % TYPES] for n in range(EVENTS)]
        events: list[Any] = [kind(seat="p1", place=3, count=1, cards=("a", "b"), to=7) for kind in picked]  # type: ignore[call-arg]
        envelope = Envelope(
            actor="p1", at=1, command=msgspec.Raw(encode({})), body=b"", ruleset="wide/1", nonce=b"n" * 16
        )
        entry = Entry(number, b"c%d" % number, encode(envelope), b"", tuple(map(encode, events)))
        head = link(head, entry)
        entries.append(msgspec.structs.replace(entry, h=head))
    return entries


def fold_rate() -> float:
    """Events a second from stored bytes, the chain checked."""
    game = wide_game()
    entries, rates = _entries(game), []
    for _ in range(3):
        match = blank(game, "m")
        began = time.process_time()
        for entry in entries:
            match.fold(entry)
        rates.append(COMMITS * EVENTS / (time.process_time() - began))
        assert match.state.moves == COMMITS * EVENTS
    return max(rates)


def _milliseconds(do: Callable[[], object], times: int = 200) -> float:
    began = time.process_time()
    for _ in range(times):
        do()
    return 1000 * (time.process_time() - began) / times


def figures() -> dict[str, float]:
    """The table's last part."""
    lab = Lab(GAMES["ultimatum"], 3, options={}, clock=None).open().play(30)
    match, seat = lab.match, lab.match.seats[0]

    def decide() -> object:
        match._decisions = None
        return match.shown(seat)

    return {
        f"fold, {TYPES} types, {EVENTS} a commit: events/s": fold_rate(),
        "view of an Ultimatum seat: ms": _milliseconds(lambda: match.view(seat)),
        "the same, encoded: ms": _milliseconds(lambda: msgspec.json.encode(match.view(seat))),
        "decisions of an Ultimatum seat: ms": _milliseconds(decide),
    }

"""A true match and every forgery of it, each with the fault that must be named: its kind and commit."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.kernel.chance import Chance, commitment
from domain.kernel.codec import envelope
from domain.kernel.match.proof import Record
from tests.harness.lab import GAMES, Lab
from tests.verify.forging import Fields, changed, envelope_changed, event_changed, flipped, put, rechained, record_of

Fault = tuple[str, int]
Forgery = tuple[Callable[[], Record], Fault]

START, LATER = 4, 7


def played(**more: Any) -> Record:
    """A whole match of Ultimatum over two rounds; it begins with commit 4, where all is dealt."""
    return record_of(Lab(GAMES["ultimatum"], 3, options={}, clock=None, **more).open().play())


TRUE = played()
ALL = TRUE.entries
E5, E6, E7 = ALL[4:7]
LAST = len(ALL)
SECOND_ROUND = next(entry.number for entry in ALL[START:] if envelope(entry.k).draws)
FIRST_MOVER = envelope(ALL[START - 1].k).draws[0].result


def draw(number: int, place: int, part: int, value: object) -> Record:
    """Another value in one part of a draw."""
    return envelope_changed(TRUE, number, lambda it: it["draws"][place].__setitem__(part, value))


def event(number: int, type_: str, **new: object) -> Record:
    """Other values in an event."""
    return event_changed(TRUE, number, type_, lambda it: it.update(new))


def asked(**new: object) -> Record:
    """Other values in the envelope of a commit in the middle."""
    return envelope_changed(TRUE, LATER, lambda it: it.update(new))


def without_event(number: int, place: int) -> Record:
    """One event of a commit left out."""
    entry = ALL[number - 1]
    return rechained(put(TRUE, replace(entry, d=entry.d[:place] + entry.d[place + 1 :])))


def first_event(stored: bytes) -> Record:
    """Other bytes for the first event of a commit in the middle."""
    return rechained(put(TRUE, replace(E7, d=(stored, *E7.d[1:]))))


def later_secret(*, committed: bool) -> Record:
    """The end opens another secret; with `committed` the beginning commits to that one, too."""
    secret = b"a later secret"
    forged = event_changed(TRUE, LAST, "match.Closed", lambda it: it.update(secret=secret.hex()))
    if committed:
        forged = event_changed(forged, 1, "match.Created", lambda it: it.update(commitment=commitment(secret)))
    return replace(forged, secret=secret)


def dealt_by_another_key() -> Record:
    """The same beginning with everything dealt by another key: true to the rules in all that follows."""
    return replace(played(chance=lambda _, commit: Chance(b"loaded", commit)), secret=TRUE.secret)


def two_cards_swapped(shuffled: Fields) -> None:
    """The first two cards of a pile change places."""
    one, two, *rest = shuffled["order"]
    shuffled["order"] = [two, one, *rest]


def another_game(placed: bytes) -> bytes:
    """The same event under the name of another game."""
    return changed(placed, lambda it: it.update(type="chess.Placed"))


BYTES_CHANGED: dict[str, Forgery] = {
    "a byte of an event": (lambda: put(TRUE, replace(E7, d=(flipped(E7.d[0]), *E7.d[1:]))), ("chain", 7)),
    "a byte of an envelope": (lambda: put(TRUE, replace(E7, k=flipped(E7.k))), ("chain", 7)),
    "a byte of a command id": (lambda: put(TRUE, replace(E7, c=flipped(E7.c))), ("chain", 7)),
    "a byte of a hash": (lambda: put(TRUE, replace(E7, h=flipped(E7.h))), ("chain", 7)),
    "the reason to end": (lambda: put(TRUE, replace(ALL[-1], x="aborted")), ("chain", LAST)),
    "a dropped event": (lambda: put(TRUE, replace(E7, d=E7.d[1:])), ("chain", 7)),
    "swapped commits": (lambda: replace(TRUE, entries=(*ALL[:4], E6, E5, *ALL[6:])), ("order", 5)),
    "swapped commits that took each other's number": (
        lambda: put(TRUE, replace(E6, number=5), replace(E5, number=6)),
        ("chain", 5),
    ),
    "a commit left out": (lambda: replace(TRUE, entries=(*ALL[:5], *ALL[6:])), ("order", 6)),
    "a doubled commit": (lambda: rechained(TRUE, [*ALL[:7], E7, *ALL[7:]]), ("twice", 8)),
    "a commit after the end": (lambda: rechained(TRUE, [*ALL, E7]), ("closing", LAST)),
}
"""Done without a new chain, or at its very end."""

DRAWS_CHANGED: dict[str, Forgery] = {
    "a forged die": (lambda: draw(START, 0, 3, 1 - int(str(FIRST_MOVER))), ("draw", START)),
    "a forged shuffle": (lambda: draw(SECOND_ROUND, 1, 3, [4, 3, 2, 1, 0]), ("draw", SECOND_ROUND)),
    "a die with one side": (lambda: draw(START, 0, 2, 1), ("draw", START)),
    "a die without sides": (lambda: draw(START, 0, 2, 0), ("draw", START)),
    "a draw of no kind": (lambda: draw(START, 0, 1, "wish"), ("draw", START)),
    "a draw for something else": (lambda: draw(START, 0, 0, "last"), ("draw", START)),
    "a shuffle of another size": (lambda: draw(START, 1, 2, 4), ("draw", START)),
    "a match dealt by another key": (dealt_by_another_key, ("draw", START)),
    "other entropy of a seat": (lambda: event(2, "match.SeatClaimed", entropy=b"other"), ("draw", START)),
    "a later secret": (lambda: later_secret(committed=False), ("commitment", 1)),
    "a later secret with a commitment of its own": (lambda: later_secret(committed=True), ("draw", START)),
    "another commitment": (lambda: event(1, "match.Created", commitment="0" * 64), ("commitment", 1)),
    "another secret at the end": (lambda: event(LAST, "match.Closed", secret="00"), ("secret", LAST)),
    "other entropies at the end": (lambda: event(LAST, "match.Closed", entropies=["00", "01"]), ("entropies", LAST)),
    "another pack": (lambda: event(1, "match.Created", pack="0" * 64), ("pack", 1)),
    "a commit left out": (lambda: rechained(TRUE, [*ALL[:5], *ALL[6:]]), ("draw", SECOND_ROUND - 1)),
    "a draw that no event shows": (lambda: without_event(START, 1), ("naming", START)),
}
"""Done with a new chain, and found by what the secret gives."""

EVENTS_CHANGED: dict[str, Forgery] = {
    "a dropped event": (lambda: without_event(LATER, 1), ("rules", LATER)),
    "a re-dealt deck": (
        lambda: event_changed(TRUE, START, "ultimatum.PileShuffled", two_cards_swapped),
        ("rules", START),
    ),
    "a commit left out, and no draw after it": (lambda: rechained(TRUE, [*ALL[:-4], *ALL[-3:]]), ("rules", LAST - 3)),
    "a commit played twice": (
        lambda: rechained(TRUE, [*ALL[:-3], replace(ALL[-4], c=b"again"), *ALL[-3:]]),
        ("rules", LAST - 2),
    ),
    "the other seat's command": (lambda: asked(actor="nobody"), ("rules", LATER)),
    "another command": (lambda: asked(command={"type": "match.Resign"}), ("rules", LATER)),
    "a command of another game": (lambda: asked(command={"type": "chess.Castle"}), ("rules", LATER)),
    "another winner": (lambda: event(LAST, "match.Closed", winners=[]), ("rules", LAST)),
    "an event of another game": (lambda: first_event(another_game(E7.d[0])), ("rules", LATER)),
    "an end that its closing hides": (lambda: rechained(put(TRUE, replace(ALL[-1], x=None))), ("rules", LAST)),
}
"""Done with a new chain and true to the secret, and found by the rules alone."""

UNREADABLE: dict[str, Forgery] = {
    "no event": (lambda: first_event(b"\x81"), ("form", LATER)),
    "no envelope": (lambda: rechained(put(TRUE, replace(E7, k=b"\x81"))), ("form", LATER)),
    "a seat that there is not": (lambda: event(2, "match.SeatClaimed", seat="x"), ("form", 2)),
    "no beginning": (lambda: rechained(TRUE, ALL[1:]), ("form", 1)),
}
"""Done with a new chain, to confuse whoever reads it."""

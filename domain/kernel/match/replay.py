"""Playing a stored match again: its events fold, and today's rules give the same events."""

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct

from domain.kernel.codec import envelope
from domain.kernel.commit import Entry
from domain.kernel.match.aggregate import Match
from domain.kernel.match.proof import Fault
from domain.kernel.refusal import Refused


class Replayed(Struct, frozen=True, kw_only=True):
    """What came of it: the commits that were played again, how many others each ruleset decided, and
    the fault that ended it, if any."""

    played: int
    others: dict[str, int]
    fault: Fault | None = None


Folded = Callable[[Match], None]


def replay(match: Match, entries: Sequence[Entry], *, rules: bool, folded: Folded | None = None) -> Replayed:
    """Fold a blank match from its entries and, with `rules`, play each command first and compare.

    Only what this very ruleset decided is played; the rest is counted in `others`. `folded` is called
    after each commit.
    """
    played, others = 0, Counter[str]()
    for entry in entries:
        mine = rules and entry.number > 1 and _ruleset(entry) == match.game.meta.ruleset
        fault = (_play(match, entry) if mine else None) or _fold(match, entry)
        if fault is not None:
            return Replayed(played=played, others=dict(others), fault=fault)
        played += mine
        if entry.number > 1 and not mine:
            others[_ruleset(entry)] += 1
        if folded is not None:
            folded(match)
    return Replayed(played=played, others=dict(others), fault=_ended(match, entries))


def _ruleset(entry: Entry) -> str:
    return envelope(entry.k).ruleset


def _fold(match: Match, entry: Entry) -> Fault | None:
    """Why the commit cannot be folded, or None, and it is."""
    try:
        match.fold(entry)
    except Exception as error:  # noqa: BLE001  # whatever forged bytes make the code do is theirs, and no fault of it
        return Fault(entry.number, "fold", f"it cannot be folded ({type(error).__name__}: {error})")
    return None


def _play(match: Match, entry: Entry) -> Fault | None:
    """Why the commit is not what the rules make of its command, or None when it is."""
    try:
        said = _otherwise(match, entry)
    except Exception as error:  # noqa: BLE001  # as above
        said = f"it cannot be played again ({type(error).__name__}: {error})"
    return Fault(entry.number, "rules", said) if said else None


def _otherwise(match: Match, entry: Entry) -> str | None:
    asked = envelope(entry.k)
    command = match.codec.command(asked.command)
    draft = match.play(asked.actor, command, at=asked.at, command_id=entry.c, body=asked.body)
    if isinstance(draft, Refused):
        return f"the rules refuse its command ({draft.code}, {draft.rule})"
    if envelope(draft.entry.k).draws != asked.draws:
        return "the rules draw otherwise here"
    return _differ(match, draft.entry, entry)


def _differ(match: Match, now: Entry, then: Entry) -> str | None:
    if now.d != then.d:
        stored = tuple(match.codec.encode(match.codec.event(form)) for form in then.d)  # old forms, in today's
        if len(now.d) != len(stored):
            return f"the rules give {len(now.d)} events here, and {len(stored)} are stored"
        for place, (given, kept) in enumerate(zip(now.d, stored, strict=True), 1):
            if given != kept:
                name = type(match.codec.event(given)).__name__
                return f"event {place} of {len(stored)} is not the {name} that the rules give"
    return None if now.x == then.x else f"the rules say that it closes the match: {now.x}; stored is {then.x}"


def _ended(match: Match, entries: Sequence[Entry]) -> Fault | None:
    """The reason that closes the stream is the one that the events tell."""
    closing = entries[-1].x if entries else None
    told = match.outcome.reason if match.outcome else None
    if closing == told:
        return None
    return Fault(match.version, "outcome", f"its closing says {closing}, and its events say {told}")

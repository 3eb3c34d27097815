"""Verifying an archive: what is proved and what is not, in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from msgspec import Struct

from api_schema.archive import ArchiveHeader
from domain.kernel.contract import AnyGame
from domain.kernel.match import proof
from domain.kernel.match.aggregate import Match
from domain.kernel.match.events import Created
from domain.kernel.match.proof import Commit, Fault, Record
from domain.kernel.match.replay import replay
from service.audit import archive

NEVER: Final = (
    "Who sat at the table, and that two seats were two persons.",
    "When things happened: the times are those of the service's clock.",
    "That whoever ran the service did not play, or tell: it could read the hands and the secret all along.",
)
UNKEPT: Final = (
    "That this is the history which players were shown, and not another one made with the same care: "
    "give a receipt of your own, or the commitment that you saw before you sat down."
)

OTHER_PACK: Final = "That its cards are those of the game as it is known here: it was played with another content pack."


class Kept(Struct, frozen=True):
    """What a player kept: receipts (hashes of commits) and the commitment, as hex."""

    receipts: Sequence[str] = ()
    commitment: str | None = None


class Report(Struct, frozen=True):
    """What was found, in sentences. With faults, `proved` is what held before the first of them."""

    about: str
    proved: list[str]
    unproved: list[str]
    faults: list[Fault]


class Stage(Struct, frozen=True):
    """What one stage found: its faults, or what it proves and what it leaves open."""

    faults: list[Fault] = []
    proved: list[str] = []
    unproved: list[str] = []


@dataclass(frozen=True)
class Case:
    """An archive to be verified, the games that there are, and what a player kept."""

    told: ArchiveHeader
    record: Record
    games: Mapping[str, AnyGame]
    kept: Kept

    @cached_property
    def read(self) -> list[Commit | Fault]:
        """The commits, up to one that cannot be read."""
        return list(proof.read(self.record.entries))

    @cached_property
    def commits(self) -> list[Commit]:
        """The commits, once they are known to be readable."""
        return [commit for commit in self.read if isinstance(commit, Commit)]

    @cached_property
    def created(self) -> Created:
        """The first event, once it is known to be there."""
        created = proof.created(self.commits)
        if created is None:
            raise LookupError("the form was not looked at")
        return created


def verified(told: ArchiveHeader, record: Record, games: Mapping[str, AnyGame], kept: Kept) -> Report:
    """Verify an archive. The first stage with faults ends it, because the later ones rest on it."""
    case = Case(told, record, games, kept)
    end = f"ended ({told.ended})" if told.ended else "not ended"
    about = f"Match {told.match} of {told.game}, {len(record.entries)} commits, {end}"
    proved: list[str] = []
    unproved: list[str] = []
    for stage in STAGES:
        done = stage(case)
        if done.faults:
            return Report(about, proved, [], sorted(done.faults, key=lambda fault: fault.commit))
        proved += done.proved
        unproved += done.unproved
    return Report(about, proved, [*unproved, *NEVER], [])


def _chain(case: Case) -> Stage:
    if not case.record.entries:
        return Stage([Fault(0, "archive", "it holds no commit")])
    said = "Every commit follows from the one before: none was changed, moved, doubled, put in or taken out."
    return Stage(list(proof.chain(case.record.match, case.record.entries)), [said])


def _form(case: Case) -> Stage:
    """All can be read, and the header says what the commits say."""
    faults = [commit for commit in case.read if isinstance(commit, Fault)]
    if faults:
        return Stage(faults)
    if proof.created(case.commits) is None:
        return Stage([Fault(1, "form", "it does not set up a match")])
    true = archive.header(case.record, case.commits)
    wrong = [
        Fault(0, "archive", f"its header says {name}: {told}, and its commits say {said}")
        for name, told, said in _fields(case.told, true)
        if told != said and name != "version"
    ]
    said = "Its header says what its commits say, and its pack is the one that the match pins."
    return Stage([*wrong, *proof.pinned(case.record, case.created)], [said])


def _fields(told: ArchiveHeader, true: ArchiveHeader) -> list[tuple[str, object, object]]:
    return [(name, getattr(told, name), getattr(true, name)) for name in told.__struct_fields__]


def _shown(case: Case) -> Stage:
    """What a player kept belongs to this history."""
    kept, entries = case.kept, case.record.entries
    faults = list(proof.receipts(entries, kept.receipts))
    own = {receipt.strip().lower() for receipt in kept.receipts}
    proved = [f"Your receipt is that of commit {entry.number}." for entry in entries if entry.h.hex() in own]
    if kept.commitment is not None:
        proved.append("The commitment that you were shown is the one that it was set up with.")
        if kept.commitment.strip().lower() != case.created.commitment:
            faults.append(Fault(1, "commitment", "it is not the one that you were shown"))
    return Stage(faults, proved, [] if proved else [UNKEPT])


def _chance(case: Case) -> Stage:
    secret, count = case.record.secret, sum(len(commit.envelope.draws) for commit in case.commits)
    named = list(proof.named(case.commits))
    if secret is None:
        return Stage(named, [], [f"Its {count} draws: the secret behind them is not in the archive."])
    faults = [*proof.opened(secret, case.created, case.commits), *proof.draws(secret, case.commits), *named]
    return Stage(
        faults,
        [
            "The opened secret is the one that was committed to before anyone sat down.",
            f"All {count} draws follow from it and from what the seats brought, and events show each of them once.",
        ],
    )


def _rules(case: Case) -> Stage:
    """The events fold and, with the secret, the rules give the same ones."""
    game, secret = case.games.get(case.told.game), case.record.secret
    if game is None:
        return Stage(unproved=[f"That the rules were kept: this program does not have the game {case.told.game}."])
    match = Match(case.record.match, b"", game, case.record.pack, lambda _: secret or b"")
    done = replay(match, case.record.entries, rules=secret is not None)
    if done.fault is not None:
        return Stage([done.fault])
    proved = [f"All events fold to one state{_ending(match)}."]
    if done.played:
        proved.append(f"{done.played} commands, played again by the rules {game.meta.ruleset}, gave the same events.")
    why = f"this program has {game.meta.ruleset}" if secret is not None else "the secret is not in the archive"
    unproved = [] if case.record.pack.hash in {pack.hash for pack in game.packs} else [OTHER_PACK]
    unproved += [
        f"That the rules were kept in {count} commits decided by {ruleset}, which were not played again: {why}."
        for ruleset, count in done.others.items()
    ]
    return Stage([], proved, unproved)


def _ending(match: Match) -> str:
    if match.outcome is None:
        return ", in which the match goes on"
    winners = " and ".join(match.outcome.winners) or "nobody"
    return f", in which the match has ended ({match.outcome.reason}, {winners} won)"


STAGES: Final[tuple[Callable[[Case], Stage], ...]] = (_chain, _form, _shown, _chance, _rules)

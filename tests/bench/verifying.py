"""What verification takes, for 1,000 commits of Ultimatum.

No match of it is so long, so whole matches are verified one after the other until there are as many.
"""

import time
from collections.abc import Callable

from domain.kernel.match import proof
from domain.kernel.match.aggregate import Match
from domain.kernel.match.proof import Commit, Record
from domain.kernel.match.replay import replay
from service.audit import archive
from service.audit.verify import Kept, verified
from tests.harness.lab import GAMES, Lab
from tests.verify.forging import record_of

COMMITS = 1_000


def _matches() -> list[Record]:
    records: list[Record] = []
    while sum(len(record.entries) for record in records) < COMMITS:
        records.append(record_of(Lab(GAMES["ultimatum"], len(records), clock=None).open().play()))
    return records


def _without_rules(record: Record) -> None:
    """Chain, draws and fold."""
    faults = list(proof.chain(record.match, record.entries))
    commits = [commit for commit in proof.read(record.entries) if isinstance(commit, Commit)]
    secret = record.secret or b""
    faults += [*proof.draws(secret, commits), *proof.named(commits)]
    match = Match(record.match, b"", GAMES["ultimatum"], record.pack, lambda _: secret)
    assert ([], None) == (faults, replay(match, record.entries, rules=False).fault)


def _whole(record: Record) -> None:
    """All that `conclave verify` does, from the lines of the file on."""
    assert [] == verified(*archive.parsed(list(archive.lines(record))), GAMES, Kept()).faults


def _seconds(verify: Callable[[Record], None], records: list[Record]) -> float:
    began = time.process_time()
    for record in records:
        verify(record)
    return (time.process_time() - began) * COMMITS / sum(len(record.entries) for record in records)


def figures() -> dict[str, float]:
    """Seconds for 1,000 commits."""
    records = _matches()
    part = min(_seconds(_without_rules, records) for _ in range(3))
    whole = min(_seconds(_whole, records) for _ in range(3))
    return {
        "verify chain, draws, fold: s/1,000": part,
        "verify with the rules, too: s/1,000": whole,
        "verify with / without the rules": whole / part,
    }

"""Ending a match before its game does: resigning, time that is over, and consent of all persons."""

from typing import Literal

from domain.kernel.match.commands import Consent, Resign
from domain.kernel.match.state import Table
from domain.kernel.outcome import Outcome
from domain.kernel.refusal import Refused
from domain.kernel.viewers import Seat

Wish = Literal["draw", "abort", "pause", "resume"]

NOT_RUNNING = Refused(code="not_running", rule="K-END-01", message="The match is not running.")
NOT_SEATED = Refused(code="no_such_decision", rule="K-END-01", message="Only a person at the table may do this.")

PAIR = 2
ENDINGS = {
    "resigned": "One of two seats gave up; the other one wins.",
    "out_of_time": "One of two seats had no time left; the other one wins.",
    "drawn": "All persons at the table agreed on a draw.",
    "aborted": "It has no result: all persons agreed, none was left, the host took a seat away and ended it, or it was "
    "not started in time.",
}


def at_table(table: Table, actor: Seat) -> Refused | None:
    """K-END-01: the refusal of whoever is no person at the table of a running match."""
    if table.status != "running":
        return NOT_RUNNING
    return None if actor in table.people else NOT_SEATED


def may_resign(table: Table, actor: Seat, command: Resign) -> Refused | None:
    """K-END-02: a person may resign at any time while the match runs."""
    return at_table(table, actor)


def wishes(table: Table) -> tuple[Wish, ...]:
    """What can be agreed on now."""
    if table.clock is None:
        return ("draw", "abort")
    return ("draw", "abort", "resume" if table.paused else "pause")


def may_consent(table: Table, actor: Seat, command: Consent) -> Refused | None:
    """K-END-03: a person may offer or accept once, and decline what is on offer. K-CLOCK-06: a pause is for
    matches with a clock, going on for those that are paused."""
    if refused := at_table(table, actor):
        return refused
    if command.what not in wishes(table):
        return Refused(code="not_now", rule="K-CLOCK-06", message="This cannot be agreed on now.")
    given = table.consents.get(command.what, [])
    if command.agree and actor in given:
        return Refused(code="already_agreed", rule="K-END-03", message="You have agreed to this already.")
    if not command.agree and not given:
        return Refused(code="nothing_offered", rule="K-END-03", message="Nobody offers this.")
    return None


def all_agree(table: Table, what: str) -> bool:
    """K-END-04: computers agree to everything, so only persons are asked."""
    return set(table.people) <= set(table.consents.get(what, []))


def lost(table: Table, loser: Seat, reason: str) -> Outcome:
    """K-END-05: with two seats (or one) the others win at once."""
    winners = tuple(seat for seat in table.seats if seat != loser)
    ranking = (winners, (loser,)) if winners else ((loser,),)
    return Outcome(reason=reason, winners=winners, ranking=ranking)


def drawn(table: Table) -> Outcome:
    """A draw: nobody wins, all share one place."""
    return Outcome(reason="drawn", winners=(), ranking=(table.seats,))


def aborted(table: Table) -> Outcome:
    """No result: nobody wins and nobody is ranked."""
    return Outcome(reason="aborted", winners=(), ranking=())

"""Who has what: renewing a token, passing the hosting on, taking a seat from its person, letting a newcomer in."""

from domain.kernel.match.commands import PassHost, Renew, Revoke, Welcome
from domain.kernel.match.ending import NOT_RUNNING, NOT_SEATED, at_table
from domain.kernel.match.lobby import not_host
from domain.kernel.match.state import Chair, Table
from domain.kernel.refusal import Refused
from domain.kernel.viewers import Seat

PAIR = 2


def may_renew(table: Table, actor: Seat, command: Renew) -> Refused | None:
    """K-SEAT-01: whoever holds a seat may have its token made anew until the match is over."""
    return None if actor in table.people else NOT_SEATED


def may_pass_host(table: Table, actor: Seat, command: PassHost) -> Refused | None:
    """K-HOST-01: the host may give the hosting away until the match is over, to a person who holds a seat or to
    whoever has a key."""
    if refused := not_host(actor):
        return refused
    if command.seat is not None and command.seat not in table.people:
        return Refused(code="nobody_there", rule="K-HOST-01", message="No person holds this seat.")
    return None


def ways(table: Table) -> tuple[str, ...]:
    """K-SEAT-02: what may become of a seat that the host takes away.

    A newcomer could be the host in disguise, and so could one of those who remain: hence two must remain
    to agree. With a pair of seats the match may be ended instead.
    """
    if len(table.seats) <= PAIR:
        return ("computer", "abort")
    return ("computer", "newcomer") if len(table.people) > PAIR else ("computer",)


def may_revoke(table: Table, actor: Seat, command: Revoke) -> Refused | None:
    """K-SEAT-02: the host alone may take a seat from its person while the match runs."""
    if refused := not_host(actor):
        return refused
    if table.status != "running":
        return NOT_RUNNING
    if command.seat not in table.people:
        return Refused(code="nobody_there", rule="K-SEAT-02", message="No person holds this seat.")
    if command.then not in ways(table):
        return Refused(code="not_at_this_table", rule="K-SEAT-02", message="This is not for so many seats and persons.")
    return None


def asking(table: Table) -> tuple[Chair, ...]:
    """The chairs that a newcomer asks for."""
    return tuple(chair for chair in table.chairs if chair.asked)


def may_welcome(table: Table, actor: Seat, command: Welcome) -> Refused | None:
    """K-SEAT-03: every person at the table answers a newcomer, once if it agrees."""
    if refused := at_table(table, actor):
        return refused
    chair = table.chair(command.seat)
    if chair is None or not chair.asked:
        return Refused(code="nobody_asks", rule="K-SEAT-03", message="Nobody asks for this seat.")
    if command.agree and actor in chair.welcome:
        return Refused(code="already_agreed", rule="K-SEAT-03", message="You have agreed to this already.")
    return None


def all_welcome(table: Table, chair: Chair) -> bool:
    """K-SEAT-03: all persons agree, and there are two of them at least."""
    return len(table.people) >= PAIR and set(table.people) <= set(chair.welcome)

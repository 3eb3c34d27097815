"""Before the start: taking and leaving seats, and the start itself."""

from domain.kernel.match.commands import Claim, Expire, Kick, Leave, Start
from domain.kernel.match.state import Table
from domain.kernel.refusal import Refused
from domain.kernel.viewers import HOST, SYSTEM, Seat

RETURNING = "returning"
"""Who claims a seat of a rematch: the service, for a person of the match before."""

RESERVED = Refused(
    code="reserved", rule="K-REMATCH-02", message="This seat is for the person of the match before, by its rematch."
)
STARTED = Refused(code="already_started", rule="K-LOBBY-01", message="The match has already started.")


def not_host(actor: Seat) -> Refused | None:
    """K-LOBBY-02: the refusal of whoever is not the host."""
    if actor == HOST:
        return None
    return Refused(code="not_the_host", rule="K-LOBBY-02", message="Only the host of the match may do this.")


def may_claim(table: Table, actor: Seat, command: Claim) -> Refused | None:
    """K-LOBBY-03: an open seat may be taken by anyone until the match starts. K-SEAT-03: a newcomer may ask
    for a seat that the host took away for one, if nobody else does. K-REMATCH-02: the seats of a rematch are for
    the persons of the match before.

    Whether the match has started is not told: no seat is open then, and spectators may have a delay.
    """
    chair = table.chair(command.seat)
    if table.rematch_of is not None and table.status == "lobby" and actor != RETURNING:
        return RESERVED
    if chair is None:
        return Refused(code="unknown_seat", rule="K-LOBBY-03", message="This match has no such seat.")
    if chair.asked:
        return Refused(code="somebody_asks", rule="K-SEAT-03", message="Somebody else asks for this seat.")
    if chair.kind != "open" and not chair.free:
        return Refused(code="seat_taken", rule="K-LOBBY-03", message="This seat is taken.")
    return None


def may_leave(table: Table, actor: Seat, command: Leave) -> Refused | None:
    """K-LOBBY-04: a person may leave until the match starts."""
    if table.status != "lobby":
        return STARTED
    if actor not in table.people:
        return Refused(code="no_such_decision", rule="K-LOBBY-04", message="You hold no seat in this match.")
    return None


def may_kick(table: Table, actor: Seat, command: Kick) -> Refused | None:
    """K-LOBBY-05: the host may send a person away until the match starts."""
    if refused := not_host(actor):
        return refused
    if table.status != "lobby":
        return STARTED
    if command.seat not in table.people:
        return Refused(code="nobody_there", rule="K-LOBBY-05", message="No person holds this seat.")
    return None


def may_start(table: Table, actor: Seat, command: Start) -> Refused | None:
    """K-LOBBY-06: the host starts the match once every seat is taken."""
    if refused := not_host(actor):
        return refused
    if table.status != "lobby":
        return STARTED
    if any(chair.kind == "open" for chair in table.chairs):
        return Refused(code="seats_open", rule="K-LOBBY-06", message="Not every seat is taken yet.")
    return None


def may_expire(table: Table, actor: Seat, command: Expire) -> Refused | None:
    """K-LOBBY-07: the service ends a match that nobody started; when, is the operator's to say."""
    if actor != SYSTEM:
        return Refused(code="not_yours", rule="K-LOBBY-07", message="Only the service does this.")
    return STARTED if table.status != "lobby" else None

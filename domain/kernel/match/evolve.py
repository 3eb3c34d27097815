"""How the kernel's own events change a table: facts are copied, nothing is judged."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.audience import Event
from domain.kernel.match import events as e
from domain.kernel.match.state import Chair, Table
from domain.kernel.outcome import Outcome
from domain.kernel.viewers import Seat


def _created(table: Table, event: e.Created) -> None:
    table.game, table.options, table.pack = event.game, event.options, event.pack
    table.visibility, table.reveal, table.undo = event.visibility, event.reveal, event.undo
    table.commitment, table.secret = event.commitment, event.secret
    table.server, table.founder, table.host = event.server, event.host, event.host
    table.rematch_of = event.rematch_of
    table.spectator_delay, table.clock = event.spectator_delay, event.clock
    table.chairs = [
        Chair(seat=spec.seat, kind="open" if spec.bot is None else "bot", bot=spec.bot or "") for spec in event.chairs
    ]


def _chair(table: Table, seat: Seat) -> Chair:
    return next(chair for chair in table.chairs if chair.seat == seat)


def _others_sit_there(table: Table) -> None:
    """K-END-04, K-SEAT-03: what persons agreed to holds for those who sat there; they are all asked anew."""
    table.consents = {}
    for chair in table.chairs:
        chair.welcome = []


def _seat_claimed(table: Table, event: e.SeatClaimed) -> None:
    _others_sit_there(table)
    chair = _chair(table, event.seat)
    chair.kind, chair.epoch, chair.proof, chair.entropy = "person", event.epoch, event.proof, event.entropy
    chair.free, chair.asked = False, b""
    chair.joined = event.epoch if table.status == "running" else 0


def _seat_left(table: Table, event: e.SeatLeft) -> None:
    chair = _chair(table, event.seat)
    chair.kind, chair.proof, chair.entropy = "open", b"", b""


def _started(table: Table, event: e.Started) -> None:
    table.status = "running"


def _seat_replaced(table: Table, event: e.SeatReplaced) -> None:
    chair = _chair(table, event.seat)
    chair.kind, chair.bot = "bot", event.bot
    _others_sit_there(table)


def _token_renewed(table: Table, event: e.TokenRenewed) -> None:
    chair = _chair(table, event.seat)
    chair.epoch, chair.proof = event.epoch, event.proof


def _host_passed(table: Table, event: e.HostPassed) -> None:
    table.host, table.host_epoch = event.proof, event.epoch


def _seat_revoked(table: Table, event: e.SeatRevoked) -> None:
    table.revoked = True
    _chair(table, event.seat).free = event.then == "newcomer"


def _newcomer_asked(table: Table, event: e.NewcomerAsked) -> None:
    _chair(table, event.seat).asked = event.proof


def _newcomer_answered(table: Table, event: e.NewcomerAnswered) -> None:
    chair = _chair(table, event.place)
    if event.agree:
        chair.welcome = [*chair.welcome, event.seat]
    else:
        chair.asked, chair.welcome = b"", []


def _consent_given(table: Table, event: e.ConsentGiven) -> None:
    given = table.consents.get(event.what, [])
    table.consents[event.what] = [*given, event.seat] if event.agree else []


def _paused(table: Table, event: e.Paused | e.Resumed) -> None:
    table.paused = isinstance(event, e.Paused)
    table.consents = {what: given for what, given in table.consents.items() if what in {"draw", "abort"}}


def _timed(table: Table, event: e.Timed) -> None:
    table.clocks = event.clocks


def _called_off(table: Table, event: e.Drawn | e.Aborted) -> None:
    """K-SEAT-04: whoever took a seat away and then has the match ended is shown nobody's hand."""
    if table.revoked:
        table.reveal = "own"


def _closed(table: Table, event: e.Closed) -> None:
    table.status = "over"
    table.outcome = Outcome(reason=event.reason, winners=event.winners, ranking=event.ranking)


def _said(table: Table, event: Event) -> None:
    """Events that only tell: what they lead to follows in events of its own."""


TABLE_EVOLVE: Mapping[type[Event], Callable[[Table, Any], None]] = {  # each takes its own event
    e.Created: _created,
    e.SeatClaimed: _seat_claimed,
    e.SeatLeft: _seat_left,
    e.Started: _started,
    e.SeatReplaced: _seat_replaced,
    e.TokenRenewed: _token_renewed,
    e.HostPassed: _host_passed,
    e.SeatRevoked: _seat_revoked,
    e.NewcomerAsked: _newcomer_asked,
    e.NewcomerAnswered: _newcomer_answered,
    e.ConsentGiven: _consent_given,
    e.Undone: _said,
    e.Resigned: _said,
    e.Paused: _paused,
    e.Resumed: _paused,
    e.ClockRan: _said,
    e.Timed: _timed,
    e.Drawn: _called_off,
    e.Aborted: _called_off,
    e.Closed: _closed,
}

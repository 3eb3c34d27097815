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
    table.server, table.host = event.server, event.host
    table.chairs = [
        Chair(seat=spec.seat, kind="open" if spec.bot is None else "bot", bot=spec.bot or "") for spec in event.chairs
    ]


def _chair(table: Table, seat: Seat) -> Chair:
    return next(chair for chair in table.chairs if chair.seat == seat)


def _seat_claimed(table: Table, event: e.SeatClaimed) -> None:
    chair = _chair(table, event.seat)
    chair.kind, chair.epoch, chair.proof, chair.entropy = "person", event.epoch, event.proof, event.entropy


def _seat_left(table: Table, event: e.SeatLeft) -> None:
    chair = _chair(table, event.seat)
    chair.kind, chair.proof, chair.entropy = "open", b"", b""


def _started(table: Table, event: e.Started) -> None:
    table.status = "running"


def _seat_replaced(table: Table, event: e.SeatReplaced) -> None:
    chair = _chair(table, event.seat)
    chair.kind, chair.bot = "bot", event.bot


def _consent_given(table: Table, event: e.ConsentGiven) -> None:
    given = table.consents.get(event.what, [])
    table.consents[event.what] = [*given, event.seat] if event.agree else []


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
    e.ConsentGiven: _consent_given,
    e.Undone: _said,
    e.Resigned: _said,
    e.Drawn: _said,
    e.Aborted: _said,
    e.Closed: _closed,
}

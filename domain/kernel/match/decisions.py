"""The decisions that every match offers: before the start, and standing ones while it runs."""

from collections.abc import Iterator

from domain.kernel.choices import Choice, OneOf, Record
from domain.kernel.command import Command, tag
from domain.kernel.decision import Decision, Offer
from domain.kernel.match import commands as c
from domain.kernel.match.ending import may_consent, wishes
from domain.kernel.match.seats import asking, may_welcome, ways
from domain.kernel.match.state import Table
from domain.kernel.viewers import HOST, Seat


def _standing(seat: Seat, command: type[Command], fields: dict[str, Choice] | None = None) -> Decision:
    choice = Record(fields or {})
    kind = tag(command).removeprefix("match.").lower()
    return Decision(seat=seat, kind=kind, must=False, offers=(Offer(tag(command), choice),))


def lobby(table: Table) -> Iterator[Decision]:
    """Claim, leave, kick and start: all there is before the start."""
    for chair in table.chairs:
        if chair.kind == "open":
            yield _standing(chair.seat, c.Claim)
        if chair.kind == "person":
            yield _standing(chair.seat, c.Leave)
    if table.people:
        yield _standing(HOST, c.Kick, {"seat": OneOf(table.people)})
    if all(chair.kind != "open" for chair in table.chairs):
        yield _standing(HOST, c.Start)


def running(table: Table) -> Iterator[Decision]:
    """Resign, consent and welcome for each person; revoke for the host."""
    for seat in table.people:
        yield _private(_standing(seat, c.Resign))
        offers = [
            Offer(tag(c.Consent), Record({"what": OneOf((what,)), "agree": OneOf((agree,))}))
            for what in wishes(table)
            for agree in (True, False)
            if may_consent(table, seat, c.Consent(what=what, agree=agree)) is None
        ]
        yield _private(Decision(seat=seat, kind="consent", must=False, offers=tuple(offers)))
        yield from _welcome(table, seat)
    if table.people:
        fields: dict[str, Choice] = {"seat": OneOf(table.people), "then": OneOf(ways(table))}
        yield _private(_standing(HOST, c.Revoke, fields))


def _welcome(table: Table, seat: Seat) -> Iterator[Decision]:
    for chair in asking(table):
        answers = [
            agree for agree in (True, False) if not may_welcome(table, seat, c.Welcome(seat=chair.seat, agree=agree))
        ]
        fields: dict[str, Choice] = {"seat": OneOf((chair.seat,)), "agree": OneOf(tuple(answers))}
        yield _private(_standing(seat, c.Welcome, fields))


def undo(seat: Seat) -> Decision:
    """The standing offer to take one's last command back."""
    return _private(_standing(seat, c.Undo))


def _private(decision: Decision) -> Decision:
    return Decision(
        seat=decision.seat, kind=decision.kind, must=False, offers=decision.offers, shown_to=(decision.seat,)
    )

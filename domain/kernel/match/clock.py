"""How long persons may think (K-CLOCK), and what is left to each of them.

Times are facts of the stream: a commit that changes whose time runs stores all of it in `match.Timed`, so that a
fold needs neither the rules nor a clock. What runs is stored as a moment and what was left then; nothing ticks.
"""

from collections.abc import Collection, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from domain.kernel.decision import Decision
from domain.kernel.viewers import Seat, bit, everyone

SECOND: Final = 1_000
DAY_S: Final = 86_400
Then = Literal["default", "loss"]


class Clock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long persons may think; computers have no clock. What the game itself limits holds as well."""

    decision_s: Annotated[
        Annotated[int, Meta(ge=1, le=30 * DAY_S)] | None,
        Meta(description="The time for each decision, in seconds; null: no such limit."),
    ] = None
    budget_s: Annotated[
        Annotated[int, Meta(ge=1, le=366 * DAY_S)] | None,
        Meta(
            description="The time for all decisions of one seat together, in seconds; null: no such limit. It is spent "
            "only on decisions that everybody may know of."
        ),
    ] = None
    increment_s: Annotated[
        int,
        Meta(description="What a seat's budget gains with each decision that is through, in seconds.", ge=0, le=DAY_S),
    ] = 0
    at_end: Annotated[
        Then,
        Meta(
            description="What happens when the time is over: the game's usual command is played, or one of the listed "
            "ones by chance where there is none (`default`); or the seat loses (`loss`): with two seats the other one "
            "wins, with more a computer plays on. What the game itself limits always has its usual command."
        ),
    ] = "default"


class Timer(Struct, frozen=True, kw_only=True, gc=False):
    """The time for one decision. `left` are the milliseconds that were left at `since` (null: only the budget limits
    it); `since` is null while it stands. `shared` says that everybody may know of the decision, so that the seat's
    budget is spent; `then` what happens at the end of `left`."""

    seat: Seat
    kind: str
    serial: int
    left: int | None
    since: int | None
    shared: bool
    then: Then

    def is_of(self, decision: Decision) -> bool:
        """Whether this is the time for `decision`."""
        return (self.seat, self.kind, self.serial) == (decision.seat, decision.kind, decision.serial)

    def started(self, at: int) -> "Timer":
        """The same, running."""
        return msgspec.structs.replace(self, since=at) if self.since is None else self

    def stopped(self, at: int) -> "Timer":
        """The same, standing."""
        return msgspec.structs.replace(self, left=_rest(self.left, self.since, at), since=None)


class Bank(Struct, frozen=True, kw_only=True, gc=False):
    """What is left of a seat's budget: `left` milliseconds at `since`, or as they stand where that is null."""

    left: int
    since: int | None = None


class Clocks(Struct, frozen=True, kw_only=True):
    """All times of a match: of its open and suspended decisions, and of its seats."""

    timers: tuple[Timer, ...] = ()
    banks: dict[Seat, Bank] = {}

    def of(self, decision: Decision) -> Timer | None:
        """The time for a decision, or None when it has no limit."""
        return next((timer for timer in self.timers if timer.is_of(decision)), None)

    def end(self, timer: Timer) -> tuple[int, bool] | None:
        """When the time is over, in milliseconds since 1970, and whether it is the budget that ends; None: never,
        or it stands."""
        bank = self.banks.get(timer.seat) if timer.shared else None
        ends = [] if timer.since is None or timer.left is None else [(timer.since + timer.left, False)]
        if timer.since is not None and bank is not None and bank.since is not None:
            ends.append((bank.since + bank.left, True))
        return min(ends, default=None)

    def next(self, seat: Seat | None = None) -> tuple[int, Timer] | None:
        """The next end of all, or of a seat's alone, and whose it is."""
        mine = [timer for timer in self.timers if seat in {None, timer.seat}]
        ends = [(end[0], timer) for timer in mine if (end := self.end(timer)) is not None]
        return min(ends, key=lambda each: each[0], default=None)


class Step(Struct, frozen=True, kw_only=True):
    """What a commit means for the clocks: its time, the mask of those who are told anything of it, the seats of the
    match and those of persons, and the serials of the frames that are pending after it."""

    at: int
    told: int
    seats: Sequence[Seat]
    people: Collection[Seat]
    pending: Collection[int]


def _rest(left: int | None, since: int | None, at: int) -> int | None:
    return left if left is None or since is None else max(0, left - max(0, at - since))


def _limit(rule: Clock, decision: Decision) -> tuple[int | None, Then]:
    """The milliseconds for a decision, and what follows: the shorter of the game's own limit and the match's."""
    own = None if decision.limit_s is None else round(decision.limit_s * SECOND)
    given = None if rule.decision_s is None else rule.decision_s * SECOND
    if own is not None and (given is None or own <= given):
        return own, "default"
    return given, rule.at_end


def _is_told(decision: Decision, step: Step) -> bool:
    shown = decision.shown_to
    wanted = everyone(step.seats) if shown is None else sum({bit(step.seats, viewer) for viewer in shown})
    return step.told & wanted == wanted


def _timer(rule: Clock, before: Clocks, decision: Decision, asked: Sequence[Decision], step: Step) -> Timer:
    """K-CLOCK-01: a decision's time runs while it is open, and stands while something else is decided first.

    A commit that somebody is not told of changes no time that it is shown: then the time of the question before
    goes on.
    """
    known = before.of(decision)
    if known is not None:
        return known.started(step.at)
    left, then = _limit(rule, decision)
    since = step.at
    if not _is_told(decision, step):
        gone = (old for old in before.timers if not any(map(old.is_of, asked)) and old.since is not None)
        same = next((old for old in gone if (old.seat, old.kind) == (decision.seat, decision.kind)), None)
        left, since, then = (same.left, same.since or since, same.then) if same else (left, since, then)
    shared = decision.shown_to is None
    return Timer(
        seat=decision.seat, kind=decision.kind, serial=decision.serial, left=left, since=since, shared=shared, then=then
    )


def _runs(timers: Sequence[Timer], seat: Seat) -> bool:
    return any(timer.seat == seat and timer.shared and timer.since is not None for timer in timers)


def _spent_until(before: Clocks, seat: Seat, at: int) -> int:
    """K-CLOCK-02: whoever may answer no more spends nothing more, however late a worker ends the time."""
    ends = [before.end(timer) for timer in before.timers if timer.seat == seat and timer.shared]
    return min(at, max((end for end, _ in filter(None, ends)), default=at))


def _bank(rule: Clock, before: Clocks, after: Sequence[Timer], seat: Seat, step: Step) -> Bank:
    """K-CLOCK-02: a budget is spent while the seat has to decide in everybody's sight, and has time to; it gains with
    each such decision that is through."""
    bank = before.banks.get(seat) or Bank(left=(rule.budget_s or 0) * SECOND)
    runs = _runs(after, seat)
    if step.told & everyone(step.seats) != everyone(step.seats) and runs == (bank.since is not None):
        return bank
    open_still = {(timer.kind, timer.serial) for timer in after if timer.seat == seat}
    closed = [
        timer
        for timer in before.timers
        if timer.seat == seat and timer.shared and (timer.kind, timer.serial) not in open_still
    ]
    if runs and bank.since is not None and not closed:
        return bank
    rest = _rest(bank.left, bank.since, _spent_until(before, seat, step.at)) or 0
    left = rest + len(closed) * rule.increment_s * SECOND
    return Bank(left=left, since=step.at if runs else None)


def after(rule: Clock, before: Clocks, asked: Sequence[Decision], step: Step) -> Clocks:
    """The times after a commit that leaves the decisions `asked` open."""
    timed = [decision for decision in asked if decision.must and decision.seat in step.people]
    running = [_timer(rule, before, decision, timed, step) for decision in timed]
    limited = [timer for timer in running if timer.left is not None or (timer.shared and rule.budget_s is not None)]
    standing = [
        timer.stopped(step.at)
        for timer in before.timers
        if timer.serial in step.pending and timer.seat in step.people and not any(map(timer.is_of, timed))
    ]
    timers = (*limited, *standing)
    having = () if rule.budget_s is None else [s for s in step.seats if s in step.people or s in before.banks]
    return Clocks(timers=timers, banks={seat: _bank(rule, before, timers, seat, step) for seat in having})

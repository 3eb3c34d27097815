"""A time that is over (K-CLOCK-04): the usual command is played, one of the listed by chance, or the seat loses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from domain.kernel.audience import viewers
from domain.kernel.choices import sample
from domain.kernel.command import Command
from domain.kernel.match import ending
from domain.kernel.match.clock import Then, Timer
from domain.kernel.match.commands import RunOut, Undo
from domain.kernel.match.events import ClockRan
from domain.kernel.refusal import Refused
from domain.kernel.viewers import SYSTEM, Seat

if TYPE_CHECKING:
    from domain.kernel.chance import Chance
    from domain.kernel.decision import Decision
    from domain.kernel.match.aggregate import Match
    from domain.kernel.match.working import Working

T = TypeVar("T")
TRIES: Final = 1_000
PURPOSE: Final = "time over"
NOT_SYSTEM = Refused(code="not_yours", rule="K-CLOCK-04", message="Only the service says when a time is over.")
RUNS = Refused(code="too_early", rule="K-CLOCK-04", message="There is no such time, or it is not over.")
TIME_OVER = Refused(code="time_over", rule="K-CLOCK-03", message="The time for this is over.")


class NoWayOn(Exception):
    """A fault of a game: of what it lists nothing is accepted, so that nobody could go on."""


class ByChance:
    """What `sample` asks of a source of randomness, from the provable chance of a commit."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def randint(self, low: int, high: int) -> int:
        """A number from `low` to `high`."""
        return low + self._chance.pick(PURPOSE, high - low + 1)

    def choice(self, of: Sequence[T]) -> T:
        """One of the things."""
        return of[self._chance.pick(PURPOSE, len(of))]

    def choices(self, of: Sequence[T], *, k: int) -> list[T]:
        """Things drawn `k` times."""
        return [self.choice(of) for _ in range(k)]

    def sample(self, of: Sequence[T], k: int) -> list[T]:
        """So many different things, in any order."""
        return self._chance.shuffle(PURPOSE, of)[:k]


def may_run_out(match: Match, actor: Seat, command: RunOut, at: int) -> Refused | None:
    """K-CLOCK-04: the system alone ends a time, and only one that is over."""
    if actor != SYSTEM:
        return NOT_SYSTEM
    timer = _timer(match, command)
    end = match.table.clocks.end(timer) if timer else None
    return None if end is not None and end[0] <= at else RUNS


def too_late(match: Match, actor: Seat, command: Command, at: int) -> Refused | None:
    """K-CLOCK-03: who comes at the deadline or after it comes too late, even if nothing has happened yet."""
    if isinstance(command, Undo):
        end = match.saved[-1].clocks.next(actor)
        return TIME_OVER if end is not None and end[0] <= at else None
    ends = [match.deadline(decision) for decision in match.answered_by(actor, command)]
    return TIME_OVER if ends and all(end is not None and end <= at for end in ends) else None


def run_out(working: Working, actor: Seat, command: RunOut) -> None:
    """K-CLOCK-04, K-CLOCK-05: say so, then play what follows as if the seat had."""
    match = working.match
    decision = next(d for d in match.asked() if (d.seat, d.kind, d.serial) == _key(command))
    then = _then(match, command)
    answer = None if then == "loss" else _answer(working, decision)
    seen = viewers(match.seats) if decision.shown_to is None else decision.shown_to
    working.say(ClockRan(seat=command.seat, who=seen, kind=command.kind, then=then))
    if answer is not None:
        working.play_game(command.seat, answer)
    else:
        _lose(working, command.seat)


def _key(command: RunOut) -> tuple[Seat, str, int]:
    return (command.seat, command.kind, command.serial)


def _timer(match: Match, command: RunOut) -> Timer | None:
    timers = match.table.clocks.timers
    return next((timer for timer in timers if (timer.seat, timer.kind, timer.serial) == _key(command)), None)


def _then(match: Match, command: RunOut) -> Then:
    """What ends the time also says what follows: a budget what the match says, a limit what it was set with."""
    timer, clock = _timer(match, command), match.table.clock
    end = match.table.clocks.end(timer) if timer else None
    if timer is None or clock is None or end is None:
        return "default"
    return clock.at_end if end[1] else timer.then


def _answer(working: Working, decision: Decision) -> Command:
    """The decision's usual command; by chance where it has none."""
    if isinstance(decision.default, Command):
        return decision.default
    match, rng = working.match, ByChance(working.chance)
    for _ in range(TRIES):
        offer = rng.choice([offer for offer in decision.offers if offer.exact] or decision.offers)
        fields: Any = sample(offer.choice, rng)
        command: Command = msgspec.convert({"type": offer.command, **fields}, match.codec.command_type)
        if offer.exact or match.game.why_not(match.rules, match.state, decision.seat, command) is None:
            return command
    raise NoWayOn(decision.kind)


def _lose(working: Working, seat: Seat) -> None:
    """K-CLOCK-05: as if it had resigned, but for the reason."""
    if len(working.table.seats) <= ending.PAIR:
        working.end(ending.lost(working.table, seat, "out_of_time"))
    else:
        working.replace(seat)

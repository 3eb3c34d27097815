"""The guard of every command: first the kernel's laws, then the game's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from domain.kernel.command import Command
from domain.kernel.decision import lists
from domain.kernel.match import commands as c
from domain.kernel.match import ending, lobby, seats, undo
from domain.kernel.match.timeout import may_run_out, too_late
from domain.kernel.refusal import Refused
from domain.kernel.viewers import SYSTEM, Seat

if TYPE_CHECKING:
    from domain.kernel.match.aggregate import Match

GONE = Refused(
    code="decision_gone",
    rule="K-PLAY-01",
    message="This decision is closed or has changed; ask for your decisions again.",
)
OVER = Refused(code="match_over", rule="K-PLAY-02", message="The match is over.")
LOBBY = Refused(code="not_started", rule="K-PLAY-03", message="The match has not started yet.")
PAUSED = Refused(code="paused", rule="K-CLOCK-06", message="The match is paused until all agree to go on.")
EARLY = Refused(code="too_early", rule="K-PLAY-04", message="This may not be answered yet.")

TABLE_GUARDS: Mapping[type[Command], Callable[[Any, Seat, Any], Refused | None]] = {  # each takes its own command
    c.Claim: lobby.may_claim,
    c.Leave: lobby.may_leave,
    c.Kick: lobby.may_kick,
    c.Start: lobby.may_start,
    c.Expire: lobby.may_expire,
    c.Resign: ending.may_resign,
    c.Consent: ending.may_consent,
    c.Renew: seats.may_renew,
    c.PassHost: seats.may_pass_host,
    c.Revoke: seats.may_revoke,
    c.Welcome: seats.may_welcome,
}


def judge(match: Match, actor: Seat, command: Command, at: int) -> Refused | None:
    """Why `actor` may not give this command now, or None when it may."""
    table = match.table
    if table.status == "over":
        return OVER
    guard = TABLE_GUARDS.get(type(command))
    if guard is not None:
        return guard(table, actor, command)
    if table.status != "running":
        return LOBBY
    if table.paused:
        return PAUSED
    if isinstance(command, c.RunOut):
        return may_run_out(match, actor, command, at)
    return _may_play(match, actor, command) or _in_time(match, actor, command, at)


def _may_play(match: Match, actor: Seat, command: Command) -> Refused | None:
    if isinstance(command, c.Undo):
        return undo.may_undo(match.saved, match.asked(), actor)
    return match.game.why_not(match.rules, match.state, actor, command)


def _in_time(match: Match, actor: Seat, command: Command, at: int) -> Refused | None:
    late = too_late(match, actor, command, at) if match.table.clock is not None else None
    return late or _too_early(match, actor, command, at)


def _too_early(match: Match, actor: Seat, command: Command, at: int) -> Refused | None:
    """K-PLAY-04: what must wait is refused until its time; only the system and windows wait."""
    if not match.game.meta.windows or (actor != SYSTEM and not any(decision.min_s for decision in match.asked())):
        return None
    asked = match.answered_by(actor, command)
    open_now = [d for d in asked if (match.not_before(d) or 0) <= at and (actor != SYSTEM or lists(d, command))]
    return None if open_now else EARLY

"""One plain line for each of the kernel's events and decisions."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, Struct

from domain.kernel.command import tag

ENDED = {"drawn": "a draw", "aborted": "no result", "resigned": "resignation", "out_of_time": "time over"}


def _closed(event: Any) -> str:  # noqa: ANN401  # a form made at run time
    winners = " and ".join(event.winners)
    reason = ENDED.get(event.reason, event.reason.replace("_", " "))
    return f"The match is over ({reason}): " + (f"{winners} won." if winners else "nobody won.")


def _undone(event: Any) -> str:  # noqa: ANN401  # a form made at run time
    count = 0 if event.events is UNSET else len(event.events)
    return f"{event.seat} takes back the last command ({count} events are void)."


def _answered(event: Any) -> str:  # noqa: ANN401  # a form made at run time
    return f"{event.seat} {'agrees to' if event.agree else 'turns away'} the newcomer for {event.place}."


REVOKED = {
    "computer": "a computer plays on",
    "newcomer": "a computer plays on until a newcomer is let in",
    "abort": "the match ends",
}


WISHES = {"draw": "a draw", "abort": "ending without a result", "pause": "a pause", "resume": "going on"}


def _consent(event: Any) -> str:  # noqa: ANN401  # a form made at run time
    return f"{event.seat} {'agrees to' if event.agree else 'declines'} {WISHES[event.what]}."


def _clock_ran(event: Any) -> str:  # noqa: ANN401  # a form made at run time
    then = "the seat loses" if event.then == "loss" else "the usual follows"
    return f"The time of {event.seat} is over ({event.kind.replace('_', ' ')}); {then}."


EVENT_TEXT: dict[str, Callable[[Any], str]] = {  # redacted forms are made at run time
    "match.Created": lambda event: f"A match of {event.game} was set up for {len(event.chairs)} seats.",
    "match.SeatClaimed": lambda event: f"{event.seat} takes a seat.",
    "match.SeatLeft": lambda event: f"{event.seat} {'was sent away' if event.kicked else 'leaves'}.",
    "match.Started": lambda event: "The match begins.",
    "match.SeatReplaced": lambda event: f"A computer ({event.bot}) plays on for {event.seat}.",
    "match.TokenRenewed": lambda event: f"The token of {event.seat} was made anew; the one before is void.",
    "match.HostPassed": lambda event: f"{event.seat or 'Somebody else'} is the host from now on.",
    "match.SeatRevoked": lambda event: f"The host takes the seat of {event.seat} away; {REVOKED[event.then]}.",
    "match.NewcomerAsked": lambda event: f"A newcomer asks for the seat of {event.seat}.",
    "match.NewcomerAnswered": _answered,
    "match.ConsentGiven": _consent,
    "match.Undone": _undone,
    "match.Resigned": lambda event: f"{event.seat} resigns.",
    "match.Paused": lambda event: "All agreed on a pause: the clocks stand still.",
    "match.Resumed": lambda event: "All agreed to go on.",
    "match.ClockRan": _clock_ran,
    "match.Timed": lambda event: "The clocks are set.",
    "match.Drawn": lambda event: "All agreed on a draw.",
    "match.Aborted": lambda event: "The match ends without a result.",
    "match.Closed": _closed,
    "match.Rested": lambda event: "The match waits.",
}

DECISION_TEXT = {
    "claim": "The seat {seat} is open.",
    "leave": "{seat} may leave.",
    "kick": "The host may send a person away.",
    "start": "The host may start the match.",
    "resign": "{seat} may resign.",
    "consent": "{seat} may agree to end or to halt the match.",
    "revoke": "The host may take a seat from its person.",
    "welcome": "{seat} may let a newcomer in.",
    "undo": "{seat} may take back the last command.",
}


def event_text(event: Struct) -> str | None:
    """The line of a kernel event, or None when the event is a game's."""
    line = EVENT_TEXT.get(tag(type(event)))
    return line(event) if line else None

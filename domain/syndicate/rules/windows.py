"""Interrupt windows: who is asked follows from public facts alone, so that no decoy is betrayed (SND-WIN)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.kernel.zones import Sealed
from domain.syndicate import events as e
from domain.syndicate.frames import Reply, Window
from domain.syndicate.packs import Rules
from domain.syndicate.rules.refusals import no
from domain.syndicate.state import State

SHORTEST = 2.0  # seconds that a window stays open at least, so that standing orders look like quick people


def asked(rules: Rules, state: State, kind: str, acting: str, subject: str | None) -> list[str]:
    """SND-WIN-02, SND-WIN-03: seats with an occupied slot that some sleeper of the pack would allow to play."""
    askers = rules.askers.get(kind, frozenset())
    found = []
    for seat in state.clockwise(_start(state, kind, acting)):
        may = (
            "any" in askers
            or ("any_other" in askers and seat != acting)
            or (seat == subject and bool(askers & {"robbed_seat", "defender", "sleeper_victim"}))
        )
        if may and len(state.mats[seat].slot):
            found.append(seat)
    return found


def _start(state: State, kind: str, acting: str) -> str:
    """SND-WIN-06: clockwise from the acting party's left; a Sovereign card: from the first player."""
    if kind == "sovereign_revealed":
        return state.first
    at = state.circle.index(acting)
    return state.circle[(at + 1) % len(state.circle)]


def open_(rules: Rules, play: Play[State], kind: str, acting: str, subject: str | None) -> None:
    """SND-WIN-04, SND-WIN-09: nothing when nobody is asked; standing orders answer at once, in secret."""
    state = play.state
    seats = asked(rules, state, kind, acting, subject)
    if not seats:
        return
    frame = state.push(Window(kind=kind, acting=acting, subject=subject, asked=seats))
    play.emit(e.WindowOpened(kind=kind, acting=acting or None, asked=tuple(seats)))
    for seat in seats:
        if isinstance(frame, Window) and state.passes(seat, kind):
            _answer(play, frame, seat, Reply(play=False), standing=True)


def _answer(play: Play[State], frame: Window, seat: str, reply: Reply, *, standing: bool) -> None:
    frame.answers = [*frame.answers, Sealed(seat, reply)]
    play.emit(e.WindowAnswered(seat=seat, answer=reply, standing=standing))


def waiting(frame: Window) -> list[str]:
    """The seats that have not answered yet; none once the window is closing."""
    answered = {answer.seat for answer in frame.answers}
    return [] if frame.closed else [seat for seat in frame.asked if seat not in answered]


def why_not_answer(frame: Window, seat: str) -> Refused | None:
    """SND-WIN-05, SND-WIN-08: who is asked answers once."""
    if seat not in frame.asked:
        return no("not_asked", "SND-WIN-03", "You are not asked in this window.")
    return None if seat in waiting(frame) else no("already_answered", "SND-WIN-05", "You have answered already.")


def answer(play: Play[State], frame: Window, seat: str, reply: Reply) -> None:
    """SND-WIN-05: sealed; the window closes later, and not by this."""
    _answer(play, frame, seat, reply, standing=False)


def close(frame: Window) -> None:
    """SND-WIN-06: all have answered; the plays are taken clockwise."""
    frame.closed = True
    plays = {answer.seat: answer for answer in frame.answers if answer.value.play}
    frame.answers = [plays[seat] for seat in frame.asked if seat in plays]

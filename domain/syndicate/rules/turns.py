"""The turns of phase 1 (rulebook: Phase 1: Player Turns; Extended Turn Mechanism)."""

from domain.kernel.play import Play
from domain.syndicate import events as e
from domain.syndicate.frames import Turn, WaitForPhantom
from domain.syndicate.meta import PHANTOM
from domain.syndicate.packs import Rules
from domain.syndicate.rules import trading
from domain.syndicate.state import State

MOST_ACTIONS = 2


def begin(play: Play[State], party: str) -> None:
    """SND-RND-02, SND-TRADE-02: a turn begins; who has it trades no longer."""
    state = play.state
    trading.expire(play, party)
    play.emit(e.TurnStarted(party=party))
    if party == PHANTOM:
        state.push(WaitForPhantom())
        return
    state.push(Turn(seat=party))


def may_act(rules: Rules, frame: Turn) -> bool:
    """SND-EXT-01, SND-EXT-08: with extended turns, at most two actions in a turn."""
    return not rules.options.extended_turns or frame.actions < MOST_ACTIONS


def end(rules: Rules, play: Play[State], frame: Turn) -> None:
    """SND-TURN-04, SND-EXT-02: done for this phase; with extended turns only after a turn without action."""
    play.state.pop()
    done = not rules.options.extended_turns or not frame.actions
    play.emit(e.TurnEnded(party=frame.seat, done=done))

"""How play goes on by itself until somebody has to be asked (the phase automaton)."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.agenda import Frame
from domain.kernel.play import Play
from domain.syndicate import events as e
from domain.syndicate import frames as fr
from domain.syndicate.packs import Rules
from domain.syndicate.rules import (
    assaults,
    awards,
    collection,
    levels,
    missions,
    opening,
    penalties,
    phantom,
    robberies,
    sleepers,
    sovereign,
    turns,
)
from domain.syndicate.rules.board import next_first, next_party
from domain.syndicate.state import State

LAST_ROUND = 8


def run(rules: Rules, play: Play[State]) -> None:
    """Play on to the next rest; then awards are claimed (SND-AUT-02)."""
    while play.state.top is not None and STEPS[type(play.state.top)](rules, play, play.state.top):
        pass
    if play.state.result is None:
        awards.claim(rules, play)


def _waits(rules: Rules, play: Play[State], frame: Frame) -> bool:
    return False


def _turn(rules: Rules, play: Play[State], frame: fr.Turn) -> bool:
    """SND-SPC-06, SND-R-46: full research is converted when the turn begins, and when a base is active again in it."""
    levels.convert_research(rules, play, frame.seat)
    return False


def _attempt(rules: Rules, play: Play[State], frame: fr.Attempt) -> bool:
    if frame.kind == "mission":
        return missions.advance(rules, play, frame)
    return robberies.advance(rules, play, frame)


def _flips(rules: Rules, play: Play[State], frame: fr.Flips) -> bool:
    return penalties.settle_flips(play, frame)


def _discards(rules: Rules, play: Play[State], frame: fr.Discards) -> bool:
    return penalties.settle_discards(play, frame)


def _round(rules: Rules, play: Play[State], frame: fr.Round) -> bool:
    """SND-RND-01: turns, Sovereign card, collection; then the next round or the end."""
    match frame.stage:
        case "turns":
            party = next_party(play.state)
            if party is not None:
                turns.begin(play, party)
                return True
            frame.stage = "sovereign"
        case "sovereign":
            frame.stage = "collection"
            play.state.push(fr.Sovereign())
        case "collection":
            frame.stage = "advance"
            collection.begin(rules, play)
        case "advance":
            return _next_round(rules, play, frame)
    return True


def _next_round(rules: Rules, play: Play[State], frame: fr.Round) -> bool:
    """SND-COL-06, SND-AUT-06, SND-END-03, SND-END-07: awards first, then the score or another round."""
    state = play.state
    awards.claim(rules, play)
    if state.round in (state.final_round, LAST_ROUND):
        awards.score(rules, play)
        state.agenda.clear()
        return False
    frame.stage = "turns"
    play.emit(e.RoundStarted(round=state.round + 1, first_player=next_first(state)))
    return True


STEPS: Mapping[type[Frame], Callable[[Rules, Play[State], Any], bool]] = {  # each takes its own frame
    fr.Picking: opening.advance,
    fr.Round: _round,
    fr.Turn: _turn,
    fr.TechChoice: _waits,
    fr.Attempt: _attempt,
    fr.Assault: assaults.advance,
    fr.Window: sleepers.settle,
    fr.Interrupt: sleepers.advance,
    fr.WaitForPhantom: phantom.wait,
    fr.Phantom: phantom.advance,
    fr.Sovereign: sovereign.advance,
    fr.Pardons: sovereign.reveal_pardons,
    fr.Flips: _flips,
    fr.Discards: _discards,
    fr.Closing: _waits,
    fr.Collection: collection.settle,
}

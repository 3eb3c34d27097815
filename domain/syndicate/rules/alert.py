"""The alert track and the destroyer (rulebook: Alert Level Track; Sovereign Blockade)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import events as e
from domain.syndicate.packs import Rules
from domain.syndicate.rules.board import alert_max
from domain.syndicate.rules.refusals import CANNOT_AFFORD, no
from domain.syndicate.state import State

REMOVAL = 10


def move(rules: Rules, play: Play[State], delta: int, cause: str) -> None:
    """The alert moves inside 1 and its maximum (SND-R-87); a fall may call the destroyer home (SND-BLK-06)."""
    state = play.state
    before = state.alert
    after = max(1, min(alert_max(rules, state), before + delta))
    if after == before:
        return
    play.emit(e.AlertChanged(before=before, after=after, cause=cause))
    if after < before and state.destroyer is not None and rules.options.destroyer_goes_home:
        play.emit(e.DestroyerRemoved(territory=state.destroyer, cause="alert_drop", seat=None))


def after_failure(rules: Rules, play: Play[State], territory: str, cause: str) -> None:
    """SND-MIS-11, SND-ROB-06, SND-BLK-02: the alert rises; at its maximum the destroyer comes."""
    state, highest = play.state, alert_max(rules, play.state)
    was_at_max = state.alert == highest
    move(rules, play, 1, cause)
    called = was_at_max if rules.options.destroyer_trigger == "already_at_max" else state.alert == highest
    if rules.options.blockade and called and state.destroyer != territory:
        _send_destroyer(play, territory)


def _send_destroyer(play: Play[State], territory: str) -> None:
    """SND-R-14: it moves from wherever it is, to owned and unowned ground alike."""
    if play.state.destroyer is not None:
        play.emit(e.DestroyerRemoved(territory=play.state.destroyer, cause="moved", seat=None))
    play.emit(e.DestroyerPlaced(territory=territory))


def is_blockaded(state: State, seat: str) -> bool:
    """SND-R-15: whether the destroyer stands on a base of this seat."""
    return state.destroyer is not None and state.owner(state.destroyer) == seat


def why_not_remove(state: State, seat: str, reserved: int = 0) -> Refused | None:
    """SND-BLK-04: the owner of the blockaded base, for 10 influence beyond what is `reserved`."""
    if not is_blockaded(state, seat):
        return no("not_blockaded", "SND-BLK-04", "The destroyer does not stand on a base of yours.")
    return None if state.mats[seat].purse.influence >= REMOVAL + reserved else CANNOT_AFFORD


def remove(play: Play[State], seat: str) -> None:
    """SND-BLK-04, SND-BLK-05: it goes back to the track, and the base is free at once."""
    play.emit(e.DestroyerRemoved(territory=play.state.destroyer or "", cause="paid", seat=seat))

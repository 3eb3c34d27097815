"""The phantom of the two-player variant (rulebook: Two-Player Variant with Phantom Player)."""

from domain.kernel.play import Play
from domain.syndicate import events as e
from domain.syndicate.frames import Phantom, WaitForPhantom
from domain.syndicate.meta import PHANTOM
from domain.syndicate.packs import Rules
from domain.syndicate.resources import NOTHING
from domain.syndicate.rules import assaults
from domain.syndicate.rules.board import colour
from domain.syndicate.state import State

BASES = 5
DRAWN = 2


def assign(rules: Rules, play: Play[State]) -> None:
    """SND-PH-02, SND-R-42: five free territories, unfortified; the chips there go to the box."""
    free = [t for t in rules.territories if t not in play.state.bases]
    order = play.chance.shuffle("phantom bases", free)
    play.emit(e.PhantomBasesAssigned(territories=tuple(order[:BASES])))


def waits(rules: Rules, state: State) -> bool:
    """Whether its turn waits for the seats: only where they could do something first (SND-PH-07)."""
    return rules.options.trading or any(len(mat.slot) for mat in state.mats.values())


def wait(rules: Rules, play: Play[State], frame: WaitForPhantom) -> bool:
    """SND-PH-03: when both seats are ready it draws two of all base cards."""
    state = play.state
    if waits(rules, state) and set(frame.ready) != set(state.mats):
        return False
    state.pop()
    owned = [t for t in rules.territories if t in state.bases]
    order = tuple(play.chance.shuffle("phantom cards", owned))
    play.emit(e.PhantomCardsDrawn(drawn=order[:DRAWN], shuffle=order))
    state.push(Phantom(left=list(order[:DRAWN])))
    return True


def ready(play: Play[State], frame: WaitForPhantom, seat: str) -> None:
    """A seat has nothing to do before the phantom's turn."""
    frame.ready = [*frame.ready, seat]
    play.emit(e.PhantomReadied(seat=seat))


def advance(rules: Rules, play: Play[State], frame: Phantom) -> bool:
    """SND-PH-04 to SND-PH-06, SND-R-45: the next card, or the end of its turn for this phase."""
    if not frame.left:
        play.state.pop()
        play.emit(e.TurnEnded(party=PHANTOM, done=True))
        return True
    territory, *frame.left = frame.left
    base = play.state.bases[territory]
    if base.owner != PHANTOM:
        assaults.attack(rules, play, territory, 1 + colour(rules, play.state))
    elif not base.fortified:
        play.emit(e.BaseFortified(party=PHANTOM, territory=territory, paid=NOTHING))
    return True

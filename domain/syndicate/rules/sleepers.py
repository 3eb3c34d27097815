"""Sleepers and decoys (rulebook: Activate a Sleeper)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import events as e
from domain.syndicate.cards import effects as f
from domain.syndicate.cards.content import Sleeper
from domain.syndicate.frames import (
    Assault,
    Attempt,
    Interrupt,
    Modifier,
    Share,
    Sovereign,
    Turn,
    WaitForPhantom,
    Window,
)
from domain.syndicate.packs import Rules
from domain.syndicate.rules import alert, perks, windows
from domain.syndicate.rules.refusals import BAD_CHOICE, no
from domain.syndicate.state import State

NO_SLEEPER = no("no_sleeper", "SND-SLP-05", "Nothing in your slot can be played now.")
DIRECTIONS = {1: "up", -1: "down"}


def why_not_activate(state: State, seat: str, card: str, *, burn: bool) -> Refused | None:
    """SND-SLP-01 to SND-SLP-04: any hand card; a card lying in the slot has to be burned, and only then."""
    mat = state.mats[seat]
    if card not in mat.hand.faces():
        return no("card_not_in_hand", "SND-SLP-01", "You do not have this card in hand.")
    if len(mat.slot) and not burn:
        return no("slot_occupied", "SND-SLP-02", "Your slot is occupied.")
    if burn and not len(mat.slot):
        return no("nothing_to_burn", "SND-SLP-03", "Your slot is empty.")
    return None


def activate(play: Play[State], seat: str, card: str) -> None:
    """SND-SLP-01, SND-SLP-03."""
    burned = next(iter(play.state.mats[seat].slot.faces()), None)
    play.emit(e.SleeperActivated(seat=seat, burned=burned, card=card))


def _slot(rules: Rules, state: State, seat: str) -> Sleeper | None:
    """The sleeper in a slot; a decoy is none (SND-SLP-04)."""
    face = next(iter(state.mats[seat].slot.faces()), "")
    return rules.sleepers.get(face)


def choices(rules: Rules, state: State, seat: str, card: Sleeper) -> tuple[str | None, ...]:
    """What has to be said with a sleeper: a rival, or where the alert goes."""
    if card.victim == "chosen_rival":
        return tuple(other for other in state.mats if other != seat)
    turn = next((effect for effect in card.effect if isinstance(effect, f.AlertChoice)), None)
    return tuple(DIRECTIONS[delta] for delta in turn.deltas) if turn else (None,)


def _fits(rules: Rules, state: State, frame: Window, seat: str, card: Sleeper) -> bool:
    """SND-SLP-05: whether this seat may play the sleeper in this window now."""
    may = seat == frame.subject
    if card.who in {"any", "any_other"}:
        may = card.who == "any" or seat != frame.acting
    return card.window == frame.kind and may and not _is_cancelled(state, frame)


def _is_cancelled(state: State, window: Window) -> bool:
    """Whether another sleeper has brought to nothing what this window is about."""
    about = Interrupt if window.kind == "sleeper_played" else Attempt
    pending = next((frame for frame in reversed(state.agenda) if isinstance(frame, about)), None)
    return isinstance(pending, Attempt | Interrupt) and pending.cancelled


def why_not_in(rules: Rules, state: State, frame: Window, seat: str, choice: str | None) -> Refused | None:
    """SND-SLP-05: one answer for a decoy, another sleeper and an empty slot."""
    card = _slot(rules, state, seat)
    if card is None or not _fits(rules, state, frame, seat, card):
        return NO_SLEEPER
    return None if choice in choices(rules, state, seat, card) else BAD_CHOICE


def window_choices(rules: Rules, state: State, frame: Window, seat: str) -> tuple[str | None, ...]:
    """The choices with which a seat may play its slot card in a window; none: it may not."""
    card = _slot(rules, state, seat)
    return choices(rules, state, seat, card) if card and _fits(rules, state, frame, seat, card) else ()


def rest_choices(rules: Rules, state: State, seat: str) -> tuple[str | None, ...]:
    """SND-WIN-13: the choices for a sleeper that is played while nothing is pending in phase 1."""
    card = _slot(rules, state, seat)
    if card is None or card.window != "rest" or not isinstance(state.top, Turn | WaitForPhantom):
        return ()
    return choices(rules, state, seat, card)


def why_not_at_rest(rules: Rules, state: State, seat: str, choice: str | None) -> Refused | None:
    """SND-WIN-13."""
    found = rest_choices(rules, state, seat)
    if not found:
        return NO_SLEEPER
    return None if choice in found else BAD_CHOICE


def reveal(rules: Rules, play: Play[State], seat: str, choice: str | None, acting: str | None) -> None:
    """SND-SLP-06: face up, announced, discarded; then its victim may answer (SND-WIN-07)."""
    card = _slot(rules, play.state, seat)
    if card is None:
        raise ValueError(seat)
    victim = {"acting_seat": acting, "chosen_rival": choice, "none": None}[card.victim]
    play.emit(e.SleeperPlayed(seat=seat, card=card.face, victim=victim, choice=choice))
    play.state.push(Interrupt(seat=seat, card=card.face, victim=victim, choice=choice))


def settle(rules: Rules, play: Play[State], frame: Window) -> bool:
    """SND-WIN-06: the next play of a closing window, or its end; an open window waits."""
    if not frame.closed:
        return False
    if not frame.answers:
        play.state.pop()
        play.emit(e.WindowClosed(kind=frame.kind, played=tuple(frame.played)))
        return True
    reply, *frame.answers = frame.answers
    if why_not_in(rules, play.state, frame, reply.seat, reply.value.choice) is not None:
        play.emit(e.SleeperLapsed(seat=reply.seat))
        return True
    frame.played = [*frame.played, reply.seat]
    acting = frame.acting if frame.acting in play.state.mats else None
    reveal(rules, play, reply.seat, reply.value.choice, acting)
    return True


def advance(rules: Rules, play: Play[State], frame: Interrupt) -> bool:
    """The next step of a revealed sleeper; always goes on."""
    state = play.state
    if frame.stage == "asking":
        frame.stage = "effect"
        if frame.victim is not None:
            windows.open_(rules, play, "sleeper_played", frame.seat, frame.victim)
        return True
    state.pop()
    if frame.cancelled:
        play.emit(e.SleeperCancelled(seat=frame.seat, card=frame.card))
    elif not _shielded(rules, play, frame):
        _carry_out(rules, play, frame)
    return True


def _shielded(rules: Rules, play: Play[State], frame: Interrupt) -> bool:
    """The victim's tech swallows the first sleeper of a round that names it."""
    if frame.victim is None:
        return False
    shield = next(perks.fresh(rules, play.state.mats[frame.victim], f.SleeperShield), None)
    if shield is not None:
        play.emit(e.AbilityUsed(seat=frame.victim, ability=shield[0]))
    return shield is not None


def _carry_out(rules: Rules, play: Play[State], frame: Interrupt) -> None:
    pending = [
        each for each in reversed(play.state.agenda) if isinstance(each, Attempt | Assault | Interrupt | Sovereign)
    ]
    target = pending[0] if pending else None
    effects = list(rules.sleepers[frame.card].effect)
    if isinstance(target, Assault) and isinstance(effects[0], f.TreatFortified):
        effects = effects[1:] if target.fortified or target.treated else effects[:1]
    for effect in effects:
        _apply(rules, play, frame, target, effect)


def _apply(
    rules: Rules,
    play: Play[State],
    frame: Interrupt,
    target: Attempt | Assault | Interrupt | Sovereign | None,
    effect: f.Effect,
) -> None:
    match effect, target:
        case f.RollMod(delta=delta), Attempt() | Assault():
            target.modifiers = [*target.modifiers, Modifier(frame.card, delta)]
        case f.TreatFortified(), Assault():
            target.treated = True
        case f.Cancel(), Attempt() | Interrupt():
            target.cancelled = True
        case f.TakeShare(resource=resource, num=num, den=den), Attempt():
            target.shares = [*target.shares, Share(frame.seat, resource, num, den)]
        case f.FreePardon(), Sovereign():
            target.immune = [*target.immune, frame.seat]
        case f.AlertChoice(deltas=deltas), _:
            alert.move(rules, play, next(d for d in deltas if DIRECTIONS[d] == frame.choice), frame.card)
        case f.ExhaustReinforcement(n=n), _ if frame.victim is not None:
            _exhaust(play, frame.victim, n)
        case _:
            raise ValueError(frame.card)


def _exhaust(play: Play[State], victim: str, n: int) -> None:
    """SND-SLP-08: at most what is there."""
    number = min(n, play.state.mats[victim].reinf_armed)
    if number:
        play.emit(e.ReinforcementExhausted(seat=victim, number=number))

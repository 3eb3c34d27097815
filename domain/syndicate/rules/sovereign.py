"""Phase 2: the Sovereign card and its pardons (rulebook: Phase 2: Sovereign Card)."""

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.kernel.zones import Sealed
from domain.syndicate import events as e
from domain.syndicate.cards import effects as f
from domain.syndicate.frames import Closing, Pardons, Sovereign
from domain.syndicate.packs import Rules
from domain.syndicate.rules import alert, penalties, perks, trading, windows
from domain.syndicate.rules.board import bases_of, colour, in_order
from domain.syndicate.rules.refusals import ANSWERED, CANNOT_AFFORD, NOT_NOW
from domain.syndicate.state import State


def advance(rules: Rules, play: Play[State], frame: Sovereign) -> bool:
    """The next step of phase 2; always goes on."""
    match frame.stage:
        case "draw":
            _draw(rules, play, frame)
        case "pardons":
            frame.stage = "resolve"
            _ask_pardons(rules, play, frame)
        case "resolve":
            frame.stage = "closing"
            _resolve(rules, play, frame)
        case "closing":
            frame.stage = "end"
            _ask_closing(rules, play)
        case "end":
            play.state.pop()
            play.emit(e.SovereignPhaseEnded(card=frame.card))
    return True


def _draw(rules: Rules, play: Play[State], frame: Sovereign) -> None:
    """SND-SOV-01, SND-SOV-02, SND-END-02: bases are restored, the top card is revealed."""
    state = play.state
    trading.expire(play, None)
    restored = tuple(t for t in rules.territories if t in state.bases and state.bases[t].resting)
    play.emit(e.SovereignPhaseBegan(restored=restored))
    frame.card = state.sov_deck.cards[0].face
    play.emit(e.SovereignRevealed(card=frame.card, left=len(state.sov_deck) - 1))
    card = rules.sovereign[frame.card]
    for effect in card.effect:
        if isinstance(effect, f.FinalRound):
            play.emit(e.FinalRoundAnnounced(round=state.round + effect.offset))
    frame.stage = "pardons" if card.pardonable else "resolve"
    if card.pardonable:
        windows.open_(rules, play, "sovereign_revealed", "", None)


def touches(rules: Rules, state: State, seat: str, effect: f.Effect) -> bool:
    """Whether an effect can reach a seat, by public facts alone."""
    mat = state.mats[seat]
    match effect:
        case f.Tax():
            return bool(bases_of(rules, state, seat))
        case f.Crackdown(zones=zones):
            return any(rules.territories[t].zone in zones for t in bases_of(rules, state, seat))
        case f.Lose(credits=credits_, influence=influence, crew=crew):
            held = (mat.purse.credits, mat.purse.influence, mat.purse.crew)
            return any(lost and has for lost, has in zip((credits_, influence, crew), held, strict=True))
        case f.LosePercent(resource=resource):
            return mat.purse.of(resource) > 0
        case f.Discard(n=n):
            return bool(len(mat.hand)) and f.at(n, colour(rules, state)) > 0
        case f.BurnSlot():
            return bool(len(mat.slot))
        case _:
            return False


def _ask_pardons(rules: Rules, play: Play[State], frame: Sovereign) -> None:
    """SND-PAR-01: whoever can be touched, is not immune and can pay; the others are declined unasked."""
    state, card = play.state, rules.sovereign[frame.card]
    asked = [
        seat
        for seat in in_order(state)
        if seat not in frame.immune
        and any(touches(rules, state, seat, effect) for effect in card.effect)
        and state.mats[seat].purse.influence >= perks.pardon_cost(rules, state, seat)
    ]
    if asked:
        state.push(Pardons(asked=asked))
    elif frame.immune:
        play.emit(e.PardonsRevealed(paid={}, free=tuple(frame.immune)))


def waiting(rules: Rules, frame: Pardons) -> list[str]:
    """Who may answer now: all at once, or in turn (SND-R-31)."""
    answered = {answer.seat for answer in frame.answers}
    left = [seat for seat in frame.asked if seat not in answered]
    return left[:1] if rules.options.pardon_mode == "clockwise" else left


def why_not_pardon(rules: Rules, state: State, frame: Pardons, seat: str, *, pay: bool) -> Refused | None:
    """SND-PAR-02."""
    if seat not in waiting(rules, frame):
        return ANSWERED if any(answer.seat == seat for answer in frame.answers) else NOT_NOW
    affordable = state.mats[seat].purse.influence >= perks.pardon_cost(rules, state, seat)
    return CANNOT_AFFORD if pay and not affordable else None


def answer_pardon(rules: Rules, play: Play[State], frame: Pardons, seat: str, *, pay: bool) -> None:
    """SND-PAR-05: sealed until all have answered, or open where they answer in turn."""
    frame.answers = [*frame.answers, Sealed(seat, pay)]
    openly = pay if rules.options.pardon_mode == "clockwise" else None
    play.emit(e.PardonAnswered(seat=seat, pay=pay, openly=openly))


def reveal_pardons(rules: Rules, play: Play[State], frame: Pardons) -> bool:
    """SND-PAR-05: all are opened together and paid for."""
    state = play.state
    if waiting(rules, frame):
        return False
    state.pop()
    paid = {a.seat: perks.pardon_cost(rules, state, a.seat) for a in frame.answers if a.value}
    card = state.top
    if isinstance(card, Sovereign):
        play.emit(e.PardonsRevealed(paid=paid, free=tuple(card.immune)))
        card.immune = [*card.immune, *paid]
    return True


def reserved(rules: Rules, state: State, seat: str) -> int:
    """Influence that a seat has promised for a pardon that is not opened yet."""
    pardons = next((frame for frame in state.agenda if isinstance(frame, Pardons)), None)
    promised = pardons is not None and any(a.seat == seat and a.value for a in pardons.answers)
    return perks.pardon_cost(rules, state, seat) if promised else 0


def why_not_remove(rules: Rules, state: State, seat: str) -> Refused | None:
    """SND-BLK-04, SND-R-15: in phase 2 the owner may send the destroyer away whenever play waits."""
    return alert.why_not_remove(state, seat, reserved(rules, state, seat))


def _resolve(rules: Rules, play: Play[State], frame: Sovereign) -> None:
    """SND-SOV-02, SND-SOV-03, SND-PAR-03: first the table, then seat by seat; choices come together."""
    card = rules.sovereign[frame.card]
    for effect in card.effect:
        if isinstance(effect, f.Alert):
            alert.move(rules, play, effect.delta, frame.card)
    touched = [seat for seat in in_order(play.state) if seat not in frame.immune]
    penalties.resolve(rules, play, card, touched)


def _ask_closing(rules: Rules, play: Play[State]) -> None:
    """The owner of the blockaded base is asked once more before the phase ends."""
    for seat in play.state.mats:
        if alert.why_not_remove(play.state, seat) is None:
            play.state.push(Closing(seat=seat))

"""The course of a turn and of a round (rulebook: Course of the Game, End of the Turn, End of the Round)."""

from typing import Literal

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.ultimatum import events as e
from domain.ultimatum.meta import other
from domain.ultimatum.packs import Rules
from domain.ultimatum.rules import asymmetry, between
from domain.ultimatum.rules import cards as card_rules
from domain.ultimatum.rules.placing import placements
from domain.ultimatum.state import Ability, Aside, CardOrEnd, Effect, Place, State

Reason = Literal["time", "last_turn", "second_out", "cannot_begin"]


def run(rules: Rules, play: Play[State]) -> None:
    """Carry on whatever needs no answer, until someone must decide or the match is decided."""
    while play.state.result is None and play.state.top is not None:
        if _waits(rules, play):
            return


def _waits(rules: Rules, play: Play[State]) -> bool:
    frame = play.state.top
    match frame:
        case Place():
            return _begin(rules, play, frame)
        case Ability():
            return asymmetry.advance(rules, play, frame)
        case Effect():
            return card_rules.advance(rules, play, frame)
        case Aside():
            _set_aside(play)
            return False
        case CardOrEnd():
            return _card_or_end(rules, play)
        case _:
            return True


def _begin(rules: Rules, play: Play[State], frame: Place) -> bool:
    """ULT-ROUND-06: who cannot begin a turn ends the round, or passes where that was agreed."""
    state = play.state
    if placements(rules, state, state.mover, no_boss=frame.no_boss):
        return True
    play.state.pop()
    if rules.options.no_room == "pass" and state.passes == 0:
        play.emit(e.TurnPassed(seat=state.mover, next=other(state.mover)))
        state.push(Place())
    else:
        _end_round(rules, play, "cannot_begin")
    return False


def place(rules: Rules, play: Play[State], token: str, district: str) -> None:
    """ULT-TURN-01: the token, a Boss's ability, and only then the card that is set aside."""
    play.state.pop()
    play.state.push(Aside())
    seat = play.state.mover
    play.emit(e.TokenPlaced(seat=seat, token=token, district=district, by="turn"))
    if token == "boss":
        asymmetry.enter(rules, play, seat, district, seat)


def _set_aside(play: Play[State]) -> None:
    """ULT-ASIDE-01, ULT-ASIDE-03: the top card of the district placed in, if there is one."""
    state = play.state
    state.pop()
    pile = state.piles.get(state.placed or "")
    if pile is not None and pile.cards:
        play.emit(e.CardSetAside(seat=state.mover, district=state.placed or "", card=pile.cards[0].face))
    state.push(CardOrEnd())


def why_not_play(rules: Rules, state: State, seat: str, card: str) -> Refused | None:
    """ULT-PLAY-01, ULT-PLAY-04: one card a turn, from the hand, that can be carried out."""
    if state.card_played:
        return Refused(code="already_played", rule="ULT-PLAY-01", message="You have played a card this turn.")
    if state.mats[seat].barred:
        return Refused(code="barred", rule="ULT-PLAY-01", message="You may not play a card this turn.")
    if card not in state.mats[seat].hand.faces():
        return Refused(code="not_in_hand", rule="ULT-PLAY-01", message="You do not have this card in hand.")
    if rules.options.empty_plays == "allow" or card_rules.can_carry_out(rules, state, seat, card):
        return None
    return Refused(code="cannot_be_carried_out", rule="ULT-PLAY-04", message="This card has nothing to do now.")


def playable(rules: Rules, state: State, seat: str) -> list[str]:
    """The cards that the seat may play now."""
    if state.card_played or state.mats[seat].barred:
        return []
    return [c for c in sorted(state.mats[seat].hand.faces()) if why_not_play(rules, state, seat, c) is None]


def play_card(rules: Rules, play: Play[State], card: str) -> None:
    """ULT-PLAY-02, ULT-PLAY-03: onto the next cell, then its steps in order (ULT-RUL-24)."""
    state = play.state
    play.emit(e.CardPlayed(seat=state.mover, card=card, cell=len(state.counter) + 1))
    state.push(Effect(actor=state.mover, card=card))


def _card_or_end(rules: Rules, play: Play[State]) -> bool:
    """Option `auto_end_turn`: the turn ends by itself when no card can be played in it any more."""
    state = play.state
    mat = state.mats[state.mover]
    spent = state.card_played or mat.barred or not len(mat.hand)
    if rules.options.auto_end_turn and spent:
        end_turn(rules, play)
        return False
    return True


def end_turn(rules: Rules, play: Play[State]) -> None:
    """ULT-END-01, ULT-ROUND-05: take the card set aside, then look whether the round is over."""
    state = play.state
    state.pop()
    seat = state.mover
    if state.set_aside.cards:
        card = state.set_aside.cards[0].face
        play.emit(e.CardTaken(seat=seat, card=card, district=state.set_aside_from or ""))
    reason = _over(rules, state, seat)
    last = state.last_turn or (seat == state.first and not state.mats[seat].reserve)
    play.emit(e.TurnEnded(seat=seat, next=other(seat), number=state.number, last_turn=last and reason is None))
    if reason is None:
        state.push(Place())
    else:
        _end_round(rules, play, reason)


def _over(rules: Rules, state: State, seat: str) -> Reason | None:
    """ULT-ROUND-01..04, in this order (ULT-RUL-01, ULT-RUL-03)."""
    if len(state.counter) >= rules.cells:
        return "time"
    if state.last_turn:
        return "last_turn"
    if seat != state.first and not state.mats[seat].reserve:
        return "second_out"
    return None


def _end_round(rules: Rules, play: Play[State], reason: Reason) -> None:
    play.state.agenda.clear()
    play.emit(e.RoundEnded(round=play.state.round, reason=reason))
    between.after_round(rules, play)

"""The guard, and what follows from a command that passed it."""

from typing import assert_never

from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.ultimatum.commands import BossPick, BossVote, Choose, EndTurn, Option, PlaceToken, PlayCard, UltCommand
from domain.ultimatum.packs import Rules
from domain.ultimatum.rules import asymmetry, between, cards, placing, turn
from domain.ultimatum.state import Ability, CardOrEnd, Effect, Pick, Place, State, Vote

NO_DECISION = Refused(code="no_such_decision", rule="ULT-TURN-01", message="This is not yours to decide now.")
RESOLVE = Refused(code="must_resolve_first", rule="ULT-PLAY-02", message="Finish what is being carried out first.")


def options(rules: Rules, state: State) -> list[Option]:
    """What the actor of the top frame may choose; empty when nothing is to be chosen."""
    match state.top:
        case Ability() as frame:
            return asymmetry.options(rules, state, frame)
        case Effect() as frame:
            return cards.frame_options(rules, state, frame)
        case _:
            return []


def why_not(rules: Rules, state: State, seat: str, command: UltCommand) -> Refused | None:
    """Why `seat` may not give this command now; it depends on what the seat can see alone."""
    frame = state.top
    match command, frame:
        case PlaceToken(token=token, district=district), Place(no_boss=no_boss) if seat == state.mover:
            if no_boss and token == "boss":
                return Refused(code="boss_cannot_act", rule="ULT-SPEC-03", message="Your Boss was withdrawn this turn.")
            return placing.why_not_here(rules, state, seat, token, district)
        case Choose(option=option), Ability(actor=actor) | Effect(actor=actor) if seat == actor:
            if option in options(rules, state):
                return None
            return Refused(code="not_an_option", rule="ULT-PLAY-04", message="This is not among your options.")
        case PlayCard(card=card), CardOrEnd() if seat == state.mover:
            return turn.why_not_play(rules, state, seat, card)
        case EndTurn(), CardOrEnd() if seat == state.mover:
            return None
        case EndTurn(), Effect(actor=actor) if seat == actor:
            return RESOLVE
        case BossVote(), Vote() if seat in state.mats:
            return between.why_not_vote(state, seat)
        case BossPick(card=card), Pick(actor=actor) if seat == actor:
            return between.why_not_pick(state, card)
        case _:
            return NO_DECISION


def decide(rules: Rules, play: Play[State], seat: str, command: UltCommand) -> None:
    """Play a command that `why_not` passed, and all that follows without an answer."""
    match command:
        case PlaceToken(token=token, district=district):
            turn.place(rules, play, token, district)
        case Choose(option=option):
            _choose(rules, play, option)
        case PlayCard(card=card):
            turn.play_card(rules, play, card)
        case EndTurn():
            turn.end_turn(rules, play)
        case BossVote(choice=choice):
            between.vote(rules, play, seat, choice)
        case BossPick(card=card):
            between.pick(rules, play, card)
        case _:
            assert_never(command)
    turn.run(rules, play)


def _choose(rules: Rules, play: Play[State], option: Option) -> None:
    frame = play.state.top
    if isinstance(frame, Ability):
        asymmetry.choose(rules, play, frame, option)
    elif isinstance(frame, Effect):
        cards.choose(rules, play, frame, option)

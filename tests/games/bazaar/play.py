"""Bazaar's rules."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.choices import Range, Record, sample
from domain.kernel.contract import Bot
from domain.kernel.decision import Answer, Decision, Offer, ShownDecision
from domain.kernel.outcome import Outcome
from domain.kernel.pack import Pack
from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from tests.games.bazaar import table as t
from tests.games.bazaar.table import Options, State, Trade, Turn

CHOICE = Record({"slot": Range(0, t.HAND - 1), "good": Range(0, len(t.GOODS) - 1), "qty": Range(1, 3)})
NOT_YOUR_TURN = Refused(code="not_your_turn", rule="BAZ-01", message="It is not your turn.")
OUT_OF_RANGE = Refused(code="out_of_range", rule="BAZ-02", message="There is no such slot, good or quantity.")


def rules(options: Options, pack: Pack) -> Options:
    """The options are all the rules there are."""
    return options


def setup(rules_: Options, play: Play[State], seats: tuple[str, ...]) -> None:
    """Five cards for each; the first seat begins."""
    faces = play.chance.shuffle("deck", t.FACES)
    hands = {seat: faces[t.HAND * n : t.HAND * (n + 1)] for n, seat in enumerate(seats)}
    play.emit(t.Dealt(hands=hands, deck=faces[t.HAND * len(seats) :]))
    play.state.push(Turn(seat=seats[0]))


def decisions(rules_: Options, state: State) -> list[Decision]:
    """The mover trades."""
    frame = state.top
    if frame is None:
        return []
    return [Decision(seat=frame.seat, kind="trade", serial=frame.serial, offers=(Offer("bazaar.Trade", CHOICE),))]


def why_not(rules_: Options, state: State, seat: str, command: Any) -> Refused | None:
    """In turn and in range."""
    if state.top is None or state.top.seat != seat:
        return NOT_YOUR_TURN
    fits = 0 <= command.slot < t.HAND and 0 <= command.good < len(t.GOODS) and 1 <= command.qty <= 3
    return None if fits else OUT_OF_RANGE


def decide(rules_: Options, play: Play[State], seat: str, command: Trade) -> None:
    """A trade, the card drawn for it, and the next turn or the end."""
    state = play.state
    card = state.traders[seat].hand.cards[command.slot].face
    if not state.deck.cards:
        play.emit(t.Reshuffled(deck=play.chance.shuffle("reshuffle", state.discard)))
    play.emit(_traded(state, seat, command, card))
    play.emit(t.Drew(seat=seat, slot=command.slot, card=state.deck.cards[0].face))
    state.pop()
    if state.moves < rules_.moves:
        state.push(Turn(seat=play.seats[state.moves % len(play.seats)]))
    else:
        play.emit(t.MarketClosed(outcome=_outcome(state)))


def _traded(state: State, seat: str, command: Trade, card: str) -> t.Traded:
    stall, worth = state.market[command.good], t.value(card)
    step = (1 if worth % 2 else -1) * (1 + worth % 3)
    more = 40 if stall.supply < command.qty else 0
    return t.Traded(
        seat=seat,
        slot=command.slot,
        good=command.good,
        qty=command.qty,
        paid=command.qty * stall.price,
        price=max(t.LOW, min(t.HIGH, stall.price + step)),
        supply=stall.supply + more - command.qty,
        card=card,
    )


def _outcome(state: State) -> Outcome:
    groups = sorted({trader.coins for trader in state.traders.values()}, reverse=True)
    ranking = tuple(tuple(s for s, trader in state.traders.items() if trader.coins == coins) for coins in groups)
    return Outcome(reason="market_closed", winners=ranking[0], ranking=ranking)


def random(rules_: Options, view: Struct, own: Sequence[ShownDecision], rng: Random) -> Answer | None:
    """Any trade."""
    if not own:
        return None
    fields: Any = sample(CHOICE, rng)
    return Answer(str(own[0].id), msgspec.convert(fields, Trade))


BOTS: Mapping[str, Bot[Options]] = {"random": random}

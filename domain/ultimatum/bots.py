"""Computers: they get a seat's view and decisions, and nothing else."""

from collections.abc import Mapping, Sequence
from math import tanh
from random import Random
from typing import cast

import msgspec
from msgspec import UNSET, Struct

from domain.kernel.choices import each, sample
from domain.kernel.contract import Bot
from domain.kernel.decision import Answer, Offer, ShownDecision
from domain.kernel.zones import Card, Hand, Slot
from domain.ultimatum import commands as c
from domain.ultimatum.meta import DISTRICTS, other
from domain.ultimatum.packs import Rules
from domain.ultimatum.rules import cards as card_rules
from domain.ultimatum.rules.tokens import strength
from domain.ultimatum.state import Mat, State, add
from domain.ultimatum.view import View

PLAY_COST = 0.03
SAMPLED = 60
QUIET = {"B2": 0.12, "B3": 0.10, "B4": 0.05, "B5": 0.15}


def _answer(decision: ShownDecision, offer: Offer, value: object) -> Answer:
    fields = {"type": offer.command, **cast(dict[str, object], value)}
    return Answer(cast(str, decision.id), msgspec.convert(fields, c.UltCommand))


def _open(decisions: Sequence[ShownDecision]) -> tuple[ShownDecision, tuple[Offer, ...]]:
    decision = decisions[0]
    return decision, () if decision.offers is UNSET else decision.offers


def random(rules: Rules, view: Struct, decisions: Sequence[ShownDecision], rng: Random) -> Answer:
    """Any legal command, each kind equally likely."""
    decision, offers = _open(decisions)
    offer = rng.choice(offers)
    return _answer(decision, offer, sample(offer.choice, rng))


def first(rules: Rules, view: Struct, decisions: Sequence[ShownDecision], rng: Random) -> Answer:
    """The first legal command that is listed."""
    decision, offers = _open(decisions)
    return _answer(decision, offers[0], next(each(offers[0].choice)))


def imagined(view: View) -> State:
    """The state as far as the view tells it; hands of others and piles are empty."""
    state = State(round=view.round, first=view.first, mover=view.mover, placed=view.placed)
    state.counter = list(view.counter)
    for seat, seen in view.seats.items():
        boss = Slot([Card(seen.boss.card or "informer")], seat)
        hand = Hand([Card(face) for face in seen.hand], seat)
        state.mats[seat] = Mat(dict(seen.reserve), dict(seen.eliminated), hand, boss, seen.boss.face_up, seen.barred)
    state.board = {d: {s: dict(t) for s, t in seen.tokens.items()} for d, seen in view.board.items()}
    return state


def value(rules: Rules, state: State, seat: str) -> float:
    """How good a position is for a seat: districts likely to be won, and what is kept for later."""
    left = rules.cells - len(state.counter)
    doubt = 1.0 + 0.35 * left
    enemy = other(seat)
    total = 0.0
    for district in DISTRICTS:
        gap = _likely(rules, state, district, seat, left) - _likely(rules, state, district, enemy, left)
        if gap == 0:
            gap = 0.4 * (sum(state.here(district, seat).values()) - sum(state.here(district, enemy).values()))
            gap += -0.3 if state.first == seat else 0.3
        total += tanh(gap / doubt)
    return total + left / 12 * (_kept(state.mats[seat]) - _kept(state.mats[enemy]))


def _likely(rules: Rules, state: State, district: str, seat: str, left: int) -> float:
    now = strength(rules, state, district, seat)
    if not left or now.suppressed or state.total(district) >= rules.limit:
        return now.total
    here, reserve = state.here(district, seat), state.mats[seat].reserve
    links = 9 if here.get("links") == 1 and reserve.get("links") else 0
    units = here.get("units", 0) + 1 if here.get("units") and reserve.get("units") else 0
    commandos = 2 if reserve.get("commandos") else 0
    return now.total + min(1.0, left / 6) * 0.4 * max(links, units, commandos)


def _kept(mat: Mat) -> float:
    reserve = mat.reserve
    pair = 0.10 if reserve.get("links") == 2 else 0.0  # a pair
    boss = 0.30 if reserve.get("boss") else 0.0
    return pair + 0.06 * reserve.get("hunters", 0) + boss + 0.06 * len(mat.hand)


def after(state: State, seat: str, command: c.UltCommand) -> State:
    """The imagined state once a command's first effect is done."""
    state = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
    if isinstance(command, c.PlaceToken):
        add(state.mats[seat].reserve, command.token, -1)
        add(state.board[command.district][seat], command.token)
        state.placed = command.district
    elif isinstance(command, c.Choose):
        _apply(state, seat, command.option)
    return state


def _shift(state: State, seat: str, token: str, start: str, end: str) -> None:
    add(state.board[start][seat], token, -1)
    add(state.board[end][seat], token)


def _apply(state: State, seat: str, option: c.Option) -> None:
    enemy = other(seat)
    match option:
        case c.Swap(a=a, b=b):
            _shift(state, a.seat, a.token, a.district, b.district)
            _shift(state, b.seat, b.token, b.district, a.district)
        case c.Place(token=token, district=district):
            add(state.mats[seat].reserve, token, -1)
            add(state.board[district][seat], token)
        case c.Remove(token=token, district=district):
            add(state.board[district][enemy], token, -1)
            add(state.mats[enemy].eliminated, token)
        case c.Move(spot=spot, to=to):
            _shift(state, spot.seat, spot.token, spot.district, to)
        case c.Replace(district=district, out=out, into=into):
            _exchange(state, enemy, district, out, into)
        case c.Evict(token=token, to=to):
            _shift(state, enemy, token, _boss_place(state, seat), to)
        case c.Return(token=token):
            add(state.mats[seat].eliminated, token, -1)
            add(state.board[_boss_place(state, seat)][seat], token)
        case c.Reinforce(token=token):
            add(state.mats[seat].reserve, token, -1)
            add(state.board[_boss_place(state, seat)][seat], token)
        case _:
            return


def _boss_place(state: State, seat: str) -> str:
    """Where a Boss stands that acts now."""
    return next(district for district in DISTRICTS if "boss" in state.here(district, seat))


def _exchange(state: State, seat: str, district: str, out: str, into: str) -> None:
    add(state.board[district][seat], out, -1)
    add(state.board[district][seat], into)
    add(state.mats[seat].reserve, out)
    add(state.mats[seat].reserve, into, -1)


def _worth(rules: Rules, state: State, seat: str, command: c.UltCommand, rng: Random) -> float:
    """The value after a command; of a card, after its best effect."""
    if isinstance(command, c.PlayCard):
        return _card_worth(rules, state, seat, command.card, rng)
    return value(rules, after(state, seat, command), seat)


def _card_worth(rules: Rules, state: State, seat: str, card: str, rng: Random) -> float:
    now = value(rules, state, seat)
    step = rules.cards[card].effect[0]
    found = card_rules.options(rules, state, seat, step)
    if len(found) > SAMPLED:
        found = rng.sample(found, SAMPLED)
    best = max((value(rules, after(state, seat, c.Choose(option=o)), seat) for o in found), default=now)
    return best - PLAY_COST - 0.06 + QUIET.get(card, 0.0)


def normal(rules: Rules, view: Struct, decisions: Sequence[ShownDecision], rng: Random) -> Answer:
    """The command after which the position looks best, one step ahead."""
    decision, offers = _open(decisions)
    state = imagined(cast(View, view))
    listed = [(offer, found) for offer in offers for found in each(offer.choice)]
    if len(listed) > SAMPLED * 2:
        listed = rng.sample(listed, SAMPLED * 2)
    answers = [_answer(decision, offer, found) for offer, found in listed]
    worth = [
        _worth(rules, state, decision.seat, cast(c.UltCommand, answer.command), rng) + rng.random() * 0.02
        for answer in answers
    ]
    return answers[max(range(len(answers)), key=worth.__getitem__)]


BOTS: Mapping[str, Bot[Rules]] = {"normal": normal, "random": random, "first": first}

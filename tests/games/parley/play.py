"""Parley's rules: one guard, and what follows from each command."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.choices import Arm, Budget, Case, Choice, OneOf, Range, Record, Split, sample
from domain.kernel.contract import Bot
from domain.kernel.decision import Answer, Decision, Offer, ShownDecision, lists
from domain.kernel.outcome import Outcome
from domain.kernel.pack import Pack
from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.kernel.viewers import SYSTEM
from tests.games.parley import table as t
from tests.games.parley.table import Auction, Options, State, Turn, Window

COSTS = {"rope": 1, "lamp": 2, "map": 4}
CHESTS = {"red": 2, "blue": 1}
NO = Refused(code="not_listed", rule="PAR-01", message="This is not among your decisions.")


def rules(options: Options, pack: Pack) -> Options:
    """The options are all the rules there are."""
    return options


def setup(rules_: Options, play: Play[State], seats: tuple[str, ...]) -> None:
    """Two cards for each."""
    faces = play.chance.shuffle("deck", [f"c{n:02d}" for n in range(16)])
    hands = {seat: faces[2 * n : 2 * n + 2] for n, seat in enumerate(seats)}
    play.emit(t.Dealt(hands=hands, deck=faces[2 * len(seats) :]))
    _begin(play, 1)


def _begin(play: Play[State], number: int) -> None:
    play.emit(t.RoundBegan(round=number))
    play.state.push(Auction())
    for seat in reversed(play.seats):
        play.state.push(Turn(seat=seat))


def decisions(rules_: Options, state: State) -> list[Decision]:
    """The open decisions."""
    match state.top:
        case Turn() as frame:
            return [_turn(state, frame), *_trade(state, frame)]
        case Window() as frame:
            return _window(state, frame)
        case Auction() as frame:
            left = [s for s in state.places if s not in {answer.seat for answer in state.answers}]
            bids = [_sealed(s, "bid", frame, "Bid", coins=Range(0, state.places[s].coins)) for s in left]
            return [msgspec.structs.replace(bid, limit_s=rules_.bid_s) for bid in bids]
        case _:
            return []


def _turn(state: State, frame: Turn) -> Decision:
    place = state.places[frame.seat]
    offers = [Offer("parley.Done")]
    if place.coins > 1 and not place.chests:
        offers.append(Offer("parley.Stow", Record({"chests": Split(2, CHESTS)})))
    if not place.goods:
        offers.append(Offer("parley.Shop", Record({"goods": Budget(COSTS, max(0, place.coins))})))
    if len(state.deck) and not place.drawn:
        offers.append(Offer("parley.Draw"))
    if len(place.hand) and not place.shown:
        offers.append(Offer("parley.Show", Record({"card": OneOf(tuple(sorted(place.hand.faces())))})))
    return Decision(seat=frame.seat, kind="turn", serial=frame.serial, offers=tuple(offers), default=t.Done())


def _trade(state: State, frame: Turn) -> list[Decision]:
    """Out of turn: whoever is not the mover may offer it coins for a point."""
    if state.proposal is not None:
        offer = Offer("parley.Settle", Record({"take": OneOf((True, False))}))
        return [Decision(seat=frame.seat, kind="settle", serial=frame.serial, must=False, offers=(offer,))]
    if state.places[frame.seat].points == 0:
        return []
    return [
        Decision(seat=seat, kind="propose", serial=frame.serial, must=False, offers=(_proposal(place.coins),))
        for seat, place in state.places.items()
        if seat != frame.seat and place.coins > 0
    ]


def _proposal(coins: int) -> Offer:
    return Offer("parley.Propose", Case("coins", tuple(Arm(n, {}) for n in range(1, min(coins, 3) + 1))))


def _window(state: State, frame: Window) -> list[Decision]:
    left = [s for s in frame.asked if s not in {answer.seat for answer in state.answers}]
    if not left:
        close = Offer("parley.Close")
        return [Decision(seat=SYSTEM, kind="close", serial=frame.serial, offers=(close,), shown_to=(), min_s=2)]
    asked = [_sealed(s, "react", frame, "React", block=OneOf((True, False))) for s in left]
    return [msgspec.structs.replace(one, default=t.React(block=False)) for one in asked]


def _sealed(seat: str, kind: str, frame: t.AnyFrame, name: str, **fields: Choice) -> Decision:
    offer = Offer(f"parley.{name}", Record(dict(fields)))
    return Decision(seat=seat, kind=kind, serial=frame.serial, offers=(offer,), group=kind, sealed=True)


def why_not(rules_: Options, state: State, seat: str, command: Any) -> Refused | None:
    """What is listed for this seat, and nothing else."""
    own = (decision for decision in decisions(rules_, state) if decision.seat == seat)
    return None if any(lists(decision, command) for decision in own) else NO


def decide(rules_: Options, play: Play[State], seat: str, command: Any) -> None:  # noqa: C901  # a case for each command
    """Play a command."""
    match command:
        case t.Stow(chests=chests):
            play.emit(t.Stowed(seat=seat, chests=chests))
        case t.Shop(goods=goods):
            play.emit(t.Bought(seat=seat, goods=goods, cost=sum(COSTS[name] for name in goods)))
        case t.Draw():
            play.emit(t.Drawn(seat=seat, card=play.state.deck.cards[0].face))
        case t.Show(card=card):
            play.emit(t.Showed(seat=seat, card=card))
            _ask(play, seat, [other for other in play.seats if other != seat])
        case t.Done():
            play.emit(t.TurnDone(seat=seat))
            play.state.pop()
        case t.React(block=block):
            play.emit(t.Answered(seat=seat, value=int(block)))
        case t.Bid(coins=coins):
            play.emit(t.Answered(seat=seat, value=coins))
            if len(play.state.answers) == len(play.seats):
                _open_bids(rules_, play)
        case t.Close():
            _close(play)
        case t.Propose(coins=coins):
            play.emit(t.Proposed(seat=seat, coins=coins))
        case t.Settle(take=take):
            _settle(play, seat, take=take)


def _ask(play: Play[State], about: str, asked: list[str]) -> None:
    if asked:
        play.state.push(Window(about=about, asked=asked))
    else:
        play.emit(t.Opened(values={}, winner=about, cost=0))


def _close(play: Play[State]) -> None:
    """Open the answers; a blocked seat may block back, in a window inside its turn."""
    frame = play.state.pop()
    values = {answer.seat: answer.value for answer in play.state.answers}
    nested = isinstance(frame, Window) and len(frame.asked) == 1 and frame.asked != [frame.about]
    blocked = any(values.values())
    about = frame.about if isinstance(frame, Window) else None
    play.emit(t.Opened(values=values, winner=None if blocked else about, cost=0))
    if blocked and not nested and about is not None and len(values) > 1:
        play.state.push(Window(about=max(values), asked=[about]))


def _open_bids(rules_: Options, play: Play[State]) -> None:
    values = {answer.seat: answer.value for answer in play.state.answers}
    winner = max(values, key=lambda seat: values[seat])
    play.emit(t.Opened(values=values, winner=winner, cost=values[winner]))
    play.state.pop()
    if play.state.round < rules_.rounds:
        _begin(play, play.state.round + 1)
        return
    best = max(place.points for place in play.state.places.values())
    winners = tuple(seat for seat, place in play.state.places.items() if place.points == best)
    rest = tuple(seat for seat in play.seats if seat not in winners)
    reason = "most_points" if len(winners) == 1 else "shared"
    ranking = (winners, rest) if rest else (winners,)
    play.emit(t.Ended(outcome=Outcome(reason=reason, winners=winners, ranking=ranking)))


def _settle(play: Play[State], seat: str, *, take: bool) -> None:
    buyer, coins = play.state.proposal or ("", 0)
    if take:
        play.emit(t.Traded(seat=seat, buyer=buyer, coins=coins))
    else:
        play.emit(t.Proposed(seat=buyer, coins=None))


def random(rules_: Options, view: Struct, own: Sequence[ShownDecision], rng: Random) -> Answer | None:
    """Any listed command of a decision that must be taken."""
    must = [decision for decision in own if decision.must]
    if not must:
        return None
    decision = rng.choice(must)
    offers = decision.offers if isinstance(decision.offers, tuple) else ()
    offer = rng.choice(offers)
    fields: Any = sample(offer.choice, rng)
    command = msgspec.convert({"type": offer.command, **fields}, UNION)
    return Answer(str(decision.id), command)


UNION: Any = t.Stow | t.Shop | t.Draw | t.Show | t.React | t.Close | t.Done | t.Bid | t.Propose | t.Settle
BOTS: Mapping[str, Bot[Options]] = {"random": random}

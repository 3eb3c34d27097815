"""Who decides at a table of two to five seats, and what is allowed: exactly what the guard passes."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel.agenda import Frame
from domain.kernel.choices import OneOf, Pick, Record
from domain.kernel.command import Command
from domain.kernel.decision import Decision, Offer
from domain.kernel.viewers import SYSTEM
from domain.syndicate import commands as c
from domain.syndicate import frames as fr
from domain.syndicate.decide.table import in_sovereign_phase, why_not_remove
from domain.syndicate.meta import WINDOWS
from domain.syndicate.offers import offer
from domain.syndicate.offers import table as offers
from domain.syndicate.packs import Rules
from domain.syndicate.rules import collection, opening, penalties, perks, phantom, sleepers, sovereign, trading, windows
from domain.syndicate.state import State


def decisions(rules: Rules, state: State) -> list[Decision]:
    """The open decisions of all seats and the system; none once the match is over."""
    if state.top is None:
        return []
    return [*ASKING[type(state.top)](rules, state, state.top), *_standing(rules, state)]


def ask(
    seat: str, kind: str, frame: Frame, *found: Offer, default: Command | None = None, sealed: bool = False
) -> Decision:
    """A question that play waits for; sealed ones are answered by all together."""
    return Decision(
        seat=seat,
        kind=kind,
        serial=frame.serial,
        offers=found,
        group=kind if sealed else None,
        sealed=sealed,
        default=default,
    )


def _picking(rules: Rules, state: State, frame: fr.Picking) -> Iterator[Decision]:
    for seat in opening.waiting(frame):
        names = opening.choosable(rules, state, frame, seat)
        default = c.ChooseSyndicate(syndicate=names[0])
        found = offer(c.ChooseSyndicate, syndicate=OneOf(names))
        yield ask(seat, "choose_syndicate", frame, found, default=default, sealed=not frame.openly)


def _turn(rules: Rules, state: State, frame: fr.Turn) -> Iterator[Decision]:
    yield ask(frame.seat, "act", frame, *offers.of_turn(rules, state, frame), default=c.EndTurn())


def _tech(rules: Rules, state: State, frame: fr.TechChoice) -> Iterator[Decision]:
    names = tuple(sorted(state.techs))
    found = offer(c.ChooseAdvancedTech, tech=OneOf(names))
    yield ask(frame.seat, "choose_tech", frame, found, default=c.ChooseAdvancedTech(tech=names[0]))


def _window(rules: Rules, state: State, frame: fr.Window) -> Iterator[Decision]:
    """SND-WIN-03, SND-WIN-05: only its seat knows that it has not answered; the system closes, after a while."""
    waiting = windows.waiting(frame)
    for seat in waiting:
        choices = sleepers.window_choices(rules, state, frame, seat)
        play = (offer(c.PlaySleeper, choice=OneOf(choices)),) if choices else ()
        asked = ask(seat, "window", frame, offer(c.PassWindow), *play, default=c.PassWindow(), sealed=True)
        yield msgspec.structs.replace(asked, shown_to=(seat,))
    if not waiting:
        yield msgspec.structs.replace(
            ask(SYSTEM, "close_window", frame, offer(c.CloseWindow)), shown_to=(), min_s=windows.SHORTEST
        )


def _wait(rules: Rules, state: State, frame: fr.WaitForPhantom) -> Iterator[Decision]:
    for seat in state.mats:
        if seat not in frame.ready and phantom.waits(rules, state):
            yield ask(seat, "phantom_ready", frame, offer(c.PhantomReady), default=c.PhantomReady())


def _pardons(rules: Rules, state: State, frame: fr.Pardons) -> Iterator[Decision]:
    for seat in sovereign.waiting(rules, frame):
        can = state.mats[seat].purse.influence >= perks.pardon_cost(rules, state, seat)
        found = offer(c.AnswerPardon, pay=OneOf((True, False) if can else (False,)))
        sealed = rules.options.pardon_mode == "sealed"
        yield ask(seat, "pardon", frame, found, default=c.AnswerPardon(pay=False), sealed=sealed)


def _flips(rules: Rules, state: State, frame: fr.Flips) -> Iterator[Decision]:
    for seat in penalties.flips_waiting(frame):
        sets = penalties.flip_sets(state, seat, frame.due[seat])
        default = c.ChooseTaxFlips(flip=penalties.default_flip(rules, state, sets))
        yield ask(seat, "tax_flips", frame, offer(c.ChooseTaxFlips, flip=OneOf(sets)), default=default, sealed=True)


def _discards(rules: Rules, state: State, frame: fr.Discards) -> Iterator[Decision]:
    for seat in penalties.discards_waiting(frame):
        hand = tuple(state.mats[seat].hand.faces())
        default = c.ChooseDiscards(cards=hand[: frame.n])
        found = offer(c.ChooseDiscards, cards=Pick(hand, frame.n, frame.n))
        yield ask(seat, "discard", frame, found, default=default, sealed=True)


def _closing(rules: Rules, state: State, frame: fr.Closing) -> Iterator[Decision]:
    both = (offer(c.CloseSovereign), offer(c.RemoveDestroyer))
    yield ask(frame.seat, "blockade", frame, *both, default=c.CloseSovereign())


def _collection(rules: Rules, state: State, frame: fr.Collection) -> Iterator[Decision]:
    for seat in collection.waiting(frame):
        chosen = collection.default(rules, state, seat)
        mining = {t: c.Amounts(n.credits, n.influence, n.crew) for t, n in chosen.mining.items()}
        default = c.SubmitCollection(mining=mining, unpaid=chosen.unpaid, market_cube=chosen.market_cube)
        found = offers.of_collection(rules, state, seat)
        yield ask(seat, "collection", frame, found, default=default, sealed=True)


ASKING: Mapping[type[Frame], Callable[[Rules, State, Any], Iterator[Decision]]] = {  # each takes its own frame
    fr.Picking: _picking,
    fr.Turn: _turn,
    fr.TechChoice: _tech,
    fr.Window: _window,
    fr.WaitForPhantom: _wait,
    fr.Pardons: _pardons,
    fr.Flips: _flips,
    fr.Discards: _discards,
    fr.Closing: _closing,
    fr.Collection: _collection,
}


def _standing(rules: Rules, state: State) -> Iterator[Decision]:
    """What a seat may do at any time, known to it alone."""
    may_remove = in_sovereign_phase(state) and not isinstance(state.top, fr.Closing)
    orders = Record({"kinds": Pick(WINDOWS, 0, len(WINDOWS)), "until": OneOf(("round_end", "slot_change", "off"))})
    for seat in state.mats:
        yield _may(seat, "standing_orders", Offer("syndicate.SetStandingOrders", orders))
        choices = sleepers.rest_choices(rules, state, seat)
        if choices:
            yield _may(seat, "slot", offer(c.PlaySleeper, choice=OneOf(choices)))
        if may_remove and why_not_remove(rules, state, seat) is None:
            yield _may(seat, "destroyer", offer(c.RemoveDestroyer))
        yield from _trade(rules, state, seat)


def _may(seat: str, kind: str, *found: Offer) -> Decision:
    return Decision(seat=seat, kind=kind, must=False, offers=found, shown_to=(seat,))


def _trade(rules: Rules, state: State, seat: str) -> Iterator[Decision]:
    """SND-TRADE-01: offers to make, to answer, to withdraw."""
    partners = trading.partners(rules, state, seat)
    if partners:
        yield _may(seat, "propose_trade", offers.of_proposal(rules, state, seat, partners))
    received = trading.answerable(rules, state, seat)
    if received:
        decline = offer(c.DeclineTrade, trade=OneOf(tuple(trade.id for trade in received)))
        yield _may(seat, "answer_trade", decline, *offers.of_acceptance(rules, state, seat, received))
    made = trading.own(rules, state, seat)
    if made:
        yield _may(seat, "withdraw_trade", offer(c.WithdrawTrade, trade=OneOf(tuple(trade.id for trade in made))))

"""The guard of a campaign's commands, and what follows from them."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.command import Command
from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.syndicate import commands as c
from domain.syndicate import events as e
from domain.syndicate import frames as fr
from domain.syndicate.offers.campaign import of_idle
from domain.syndicate.packs import Rules
from domain.syndicate.resources import some
from domain.syndicate.rules.ngata import cargo, ending, jobs, journey, trouble, vaults
from domain.syndicate.rules.refusals import CANNOT_AFFORD, NOT_NOW, no
from domain.syndicate.state import State

Guard = Callable[[Rules, State, Any], Refused | None]  # commands are of the guard's own type
Action = Callable[[Rules, Play[State], Any], None]


def _why_not_exchange(rules: Rules, state: State, command: c.Exchange) -> Refused | None:
    """SND-SOLO-50."""
    found = [rate for rate in rules.content.exchange if (rate.give, rate.get) == (command.give, command.get)]
    if not found:
        return no("bad_exchange", "SND-EXC-02", "There is no such rate.")
    return None if state.solo.purse.of(command.give) >= found[0].pay * command.times else CANNOT_AFFORD


def _exchange(rules: Rules, play: Play[State], command: c.Exchange) -> None:
    rate = next(r for r in rules.content.exchange if (r.give, r.get) == (command.give, command.get))
    paid, received = some(rate.give, rate.pay * command.times), some(rate.get, rate.receive * command.times)
    play.emit(e.SoloExchanged(paid=paid, received=received))


IDLE: Mapping[type[Command], tuple[Guard, Action]] = {
    c.SoloTravel: (
        lambda rules, state, do: journey.why_not_travel(rules, state, do.to, do.mode),
        lambda rules, play, do: journey.travel(play, do.to, do.mode),
    ),
    c.SoloHyperjump: (
        lambda rules, state, do: journey.why_not_jump(rules, state, do.to),
        lambda rules, play, do: journey.jump(rules, play, do.to),
    ),
    c.SoloDrawFuel: (
        lambda rules, state, do: journey.why_not_draw(rules, state),
        lambda rules, play, do: journey.draw(rules, play),
    ),
    c.SoloDrawMission: (
        lambda rules, state, do: jobs.why_not_draw(state, do.deck),
        lambda rules, play, do: jobs.draw(play, do.deck),
    ),
    c.SoloDiscardMission: (
        lambda rules, state, do: jobs.why_not_discard(state, do.card),
        lambda rules, play, do: play.emit(e.MissionDiscarded(card=do.card)),
    ),
    c.SoloAttempt: (
        lambda rules, state, do: jobs.why_not_attempt(rules, state, do.card, do.hands),
        lambda rules, play, do: jobs.attempt(rules, play, do.card, do.hands),
    ),
    c.SoloActivate: (
        lambda rules, state, do: cargo.why_not_activate(rules, state, do.card),
        lambda rules, play, do: cargo.activate(rules, play, do.card),
    ),
    c.SoloPickUp: (
        lambda rules, state, do: cargo.why_not_pick_up(rules, state),
        lambda rules, play, do: play.emit(e.ContrabandTaken(territory=play.state.solo.ship)),
    ),
    c.SoloDeliver: (
        lambda rules, state, do: cargo.why_not_deliver(rules, state, do.number),
        lambda rules, play, do: cargo.deliver(rules, play, do.number),
    ),
    c.SoloDefend: (
        lambda rules, state, do: cargo.why_not_defend(rules, state),
        lambda rules, play, do: cargo.defend(rules, play),
    ),
    c.SoloAbandonContraband: (
        lambda rules, state, do: cargo.why_not_abandon(state, do.number),
        lambda rules, play, do: cargo.lose(rules, play, do.number, "abandoned"),
    ),
    c.SoloAbandonMission: (
        lambda rules, state, do: cargo.why_not_abandon_mission(rules, state),
        lambda rules, play, do: cargo.pay_courier(rules, play),
    ),
    c.SoloPlaceKeys: (
        lambda rules, state, do: vaults.why_not_place(rules, state, do.colour, do.number),
        lambda rules, play, do: vaults.place(rules, play, do.colour, do.number),
    ),
    c.SoloTrade: (
        lambda rules, state, do: trouble.why_not_trade(rules, state, do.trader, do.offer, do.give, do.get),
        lambda rules, play, do: trouble.trade(rules, play, do.trader, do.offer, do.give, do.get),
    ),
    c.SoloReopen: (
        lambda rules, state, do: trouble.why_not_reopen(state, do.card),
        lambda rules, play, do: trouble.reopen(play, do.card),
    ),
    c.Exchange: (_why_not_exchange, _exchange),
}


def why_not(rules: Rules, state: State, seat: str, command: c.SynCommand) -> Refused | None:
    """Why the seat may not give this command now (SND-SOLO-35, SND-R-80)."""
    if seat != state.solo.seat:
        return NOT_NOW
    match command, state.top:
        case c.SoloAnswerFuel(pay=pay), fr.FuelChoice():
            return journey.why_not_answer(state, pay=pay)
        case c.SoloResolve(option=option, key=key), fr.Confronting() as frame:
            return trouble.why_not_resolve(rules, state, frame, option, key)
        case c.SoloFlee(to=to), fr.Confronting() as frame:
            return journey.why_not_flee(rules, state, frame, to)
        case _, fr.Idle() if type(command) in IDLE:
            return IDLE[type(command)][0](rules, state, command)
        case _:
            return NOT_NOW


def decide(rules: Rules, play: Play[State], command: c.SynCommand) -> None:
    """Play a command that `why_not` passed; then look whether the campaign can go on."""
    match command, play.state.top:
        case c.SoloAnswerFuel(pay=pay), _:
            journey.answer(rules, play, pay=pay)
        case c.SoloResolve(option=option, key=key), fr.Confronting() as frame:
            trouble.resolve(rules, play, frame, option, key)
        case c.SoloFlee(to=to), fr.Confronting() as frame:
            journey.flee(rules, play, frame, to)
        case _:
            IDLE[type(command)][1](rules, play, command)
    vaults.check(rules, play)
    if isinstance(play.state.top, fr.Idle) and not any(of_idle(rules, play.state)):
        ending.end(play, "stranded", won=False)

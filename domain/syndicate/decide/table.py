"""The guard of the commands at a table of two to five seats, and what follows from them."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.command import Command
from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.kernel.viewers import SYSTEM
from domain.syndicate import commands as c
from domain.syndicate import events as e
from domain.syndicate import frames as fr
from domain.syndicate.frames import Reply
from domain.syndicate.packs import Rules
from domain.syndicate.rules import (
    alert,
    assaults,
    bases,
    collection,
    flow,
    levels,
    market,
    missions,
    opening,
    penalties,
    phantom,
    robberies,
    sleepers,
    sovereign,
    trading,
    turns,
    windows,
)
from domain.syndicate.rules.refusals import ANSWERED, LIMIT, NOT_NOW, NOT_YOUR_TURN, PENDING, TWICE, WINDOW_OPEN
from domain.syndicate.state import State

Guard = Callable[[Rules, State, str, Any], Refused | None]  # commands are of the guard's own type
Action = Callable[[Rules, Play[State], str, Any], None]

# SND-EXT-07: what counts as one of the two actions of an extended turn.
ACTIONS: Mapping[type[Command], tuple[Guard, Action]] = {
    c.AttemptMission: (missions.why_not, missions.announce),
    c.AttemptRobbery: (robberies.why_not, robberies.announce),
    c.LaunchAssault: (assaults.why_not, assaults.launch),
    c.ActivateSleeper: (
        lambda rules, state, seat, do: sleepers.why_not_activate(state, seat, do.card, burn=do.burn),
        lambda rules, play, seat, do: sleepers.activate(play, seat, do.card),
    ),
    c.BuyBase: (
        lambda rules, state, seat, do: bases.why_not_buy(rules, state, seat, do.territory),
        lambda rules, play, seat, do: bases.buy(rules, play, seat, do.territory),
    ),
    c.FortifyBase: (
        lambda rules, state, seat, do: bases.why_not_fortify(rules, state, seat, do.territory),
        lambda rules, play, seat, do: bases.fortify(rules, play, seat, do.territory),
    ),
    c.BuyLevel: (
        lambda rules, state, seat, do: levels.why_not_buy(rules, state, seat, do.track),
        lambda rules, play, seat, do: levels.buy(rules, play, seat, do.track),
    ),
    c.Exchange: (
        lambda rules, state, seat, do: market.why_not_exchange(rules, state, seat, do.give, do.get, do.times),
        lambda rules, play, seat, do: market.exchange(rules, play, seat, do.give, do.get, do.times),
    ),
    c.SellCard: (
        lambda rules, state, seat, do: market.why_not_sell(rules, state, seat, do.card, do.gain),
        lambda rules, play, seat, do: market.sell(play, seat, do.card, do.gain),
    ),
    c.PlayChip: (
        lambda rules, state, seat, do: market.why_not_chip(rules, state, seat, do.chip, do.choice),
        lambda rules, play, seat, do: market.play_chip(rules, play, seat, do.chip, do.choice),
    ),
}
TRADES: Mapping[type[Command], tuple[Guard, Action]] = {
    c.ProposeTrade: (
        trading.why_not_propose,
        lambda rules, play, seat, do: trading.propose(play, seat, do),
    ),
    c.AcceptTrade: (
        trading.why_not_accept,
        lambda rules, play, seat, do: trading.accept(play, seat, do),
    ),
    c.DeclineTrade: (
        lambda rules, state, seat, do: trading.why_not_decline(rules, state, seat, do.trade),
        lambda rules, play, seat, do: play.emit(e.TradeClosed(trade=do.trade, why="declined")),
    ),
    c.WithdrawTrade: (
        lambda rules, state, seat, do: trading.why_not_withdraw(rules, state, seat, do.trade),
        lambda rules, play, seat, do: play.emit(e.TradeClosed(trade=do.trade, why="withdrawn")),
    ),
}


def why_not(rules: Rules, state: State, seat: str, command: c.SynCommand) -> Refused | None:
    """Why `seat` may not give this command now; it depends on what the seat can see alone."""
    if isinstance(command, c.CloseWindow):
        ready = isinstance(state.top, fr.Window) and not windows.waiting(state.top)
        return None if seat == SYSTEM and ready else NOT_NOW
    if seat not in state.mats:
        return NOT_NOW
    if type(command) in ACTIONS:
        return _why_not_act(rules, state, seat, command)
    if type(command) in TRADES:
        return TRADES[type(command)][0](rules, state, seat, command)
    if isinstance(command, c.SetStandingOrders):
        return None if len(set(command.kinds)) == len(command.kinds) else TWICE
    if isinstance(command, c.PlaySleeper) and not isinstance(state.top, fr.Window):
        return sleepers.why_not_at_rest(rules, state, seat, command.choice)
    return _why_not_answer(rules, state, seat, command)


def in_turn(state: State, seat: str) -> Refused | None:
    """SND-TURN-06, SND-TURN-09, SND-WIN-11: it is the seat's turn, and nothing is pending in it."""
    match state.top:
        case fr.Turn(seat=active):
            return None if seat == active else NOT_YOUR_TURN
        case fr.Window():
            return WINDOW_OPEN
        case fr.TechChoice():
            return PENDING
        case _:
            return NOT_NOW


def _why_not_act(rules: Rules, state: State, seat: str, command: Command) -> Refused | None:
    """An action of the own turn; the limit of extended turns comes last."""
    refused = in_turn(state, seat) or ACTIONS[type(command)][0](rules, state, seat, command)
    if refused is None and isinstance(state.top, fr.Turn) and not turns.may_act(rules, state.top):
        return LIMIT
    return refused


def _why_not_answer(rules: Rules, state: State, seat: str, command: c.SynCommand) -> Refused | None:
    """What may be said in phase 1 besides actions."""
    match command, state.top:
        case c.EndTurn(), _:
            return in_turn(state, seat)
        case c.UseAbility(ability=ability), _:
            return in_turn(state, seat) or market.why_not_use(rules, state, seat, ability)
        case c.RemoveDestroyer(), _:
            return why_not_remove(rules, state, seat)
        case c.ChooseSyndicate(syndicate=name), fr.Picking() as frame:
            return opening.why_not_choose(rules, state, frame, seat, name)
        case c.ChooseAdvancedTech(tech=tech), fr.TechChoice(seat=actor) if seat == actor:
            return levels.why_not_tech(state, tech)
        case c.PlaySleeper(choice=choice), fr.Window() as frame:
            return windows.why_not_answer(frame, seat) or sleepers.why_not_in(rules, state, frame, seat, choice)
        case c.PassWindow(), fr.Window() as frame:
            return windows.why_not_answer(frame, seat)
        case c.PhantomReady(), fr.WaitForPhantom(ready=ready):
            return ANSWERED if seat in ready else None
        case _:
            return _why_not_phase(rules, state, seat, command)


def _why_not_phase(rules: Rules, state: State, seat: str, command: c.SynCommand) -> Refused | None:
    """Answers to what the top frame asks in phases 2 and 3."""
    match command, state.top:
        case c.AnswerPardon(pay=pay), fr.Pardons() as frame:
            return sovereign.why_not_pardon(rules, state, frame, seat, pay=pay)
        case c.ChooseTaxFlips(flip=flip), fr.Flips() as frame:
            return penalties.why_not_flip(state, frame, seat, flip)
        case c.ChooseDiscards(cards=cards), fr.Discards() as frame:
            return penalties.why_not_discard(state, frame, seat, cards)
        case c.CloseSovereign(), fr.Closing(seat=actor) if seat == actor:
            return None
        case c.SubmitCollection(), fr.Collection() as frame:
            return collection.why_not(rules, state, frame, seat, command)
        case _:
            return NOT_NOW


def in_sovereign_phase(state: State) -> bool:
    """Whether phase 2 goes on."""
    return any(isinstance(frame, fr.Sovereign) for frame in state.agenda)


def why_not_remove(rules: Rules, state: State, seat: str) -> Refused | None:
    """SND-BLK-04: in the own turn, or whenever phase 2 waits."""
    if not rules.options.blockade:
        return NOT_NOW
    if in_sovereign_phase(state):
        return sovereign.why_not_remove(rules, state, seat)
    return in_turn(state, seat) or alert.why_not_remove(state, seat)


def decide(rules: Rules, play: Play[State], seat: str, command: c.SynCommand) -> None:
    """Play a command that `why_not` passed, and all that follows without an answer."""
    frame = play.state.top
    if type(command) in ACTIONS:
        if isinstance(frame, fr.Turn):
            frame.actions += 1
        ACTIONS[type(command)][1](rules, play, seat, command)
    elif type(command) in TRADES:
        TRADES[type(command)][1](rules, play, seat, command)
    else:
        _answer(rules, play, seat, command)
    flow.run(rules, play)


def _answer(rules: Rules, play: Play[State], seat: str, command: c.SynCommand) -> None:  # noqa: C901  # a case for each command
    match command, play.state.top:
        case c.SetStandingOrders(kinds=kinds, until=until), _:
            play.emit(e.StandingOrdersSet(seat=seat, kinds=tuple(kinds), until=until))
        case c.EndTurn(), fr.Turn() as frame:
            turns.end(rules, play, frame)
        case c.UseAbility(ability=ability), _:
            market.use(rules, play, seat, ability)
        case c.RemoveDestroyer(), _:
            _remove(play, seat)
        case c.ChooseSyndicate(syndicate=name), fr.Picking() as frame:
            opening.choose(play, frame, seat, name)
        case c.ChooseAdvancedTech(tech=tech), _:
            levels.take_tech(play, seat, tech)
        case c.CloseWindow(), fr.Window() as frame:
            windows.close(frame)
        case c.PlaySleeper(choice=choice), fr.Window() as frame:
            windows.answer(play, frame, seat, Reply(play=True, choice=choice))
        case c.PlaySleeper(choice=choice), _:
            sleepers.reveal(rules, play, seat, choice, play.state.active)
        case c.PassWindow(), fr.Window() as frame:
            windows.answer(play, frame, seat, Reply(play=False))
        case c.PhantomReady(), fr.WaitForPhantom() as frame:
            phantom.ready(play, frame, seat)
        case _:
            _answer_phase(play, rules, seat, command)


def _answer_phase(play: Play[State], rules: Rules, seat: str, command: c.SynCommand) -> None:
    """Answers of phases 2 and 3."""
    match command, play.state.top:
        case c.AnswerPardon(pay=pay), fr.Pardons() as frame:
            sovereign.answer_pardon(rules, play, frame, seat, pay=pay)
        case c.ChooseTaxFlips(flip=flip), fr.Flips() as frame:
            penalties.choose_flips(play, frame, seat, flip)
        case c.ChooseDiscards(cards=cards), fr.Discards() as frame:
            penalties.choose_discards(play, frame, seat, cards)
        case c.CloseSovereign(), fr.Closing():
            play.state.pop()
        case c.SubmitCollection(), fr.Collection() as frame:
            collection.submit(play, frame, seat, command)
        case _:
            raise TypeError(command)


def _remove(play: Play[State], seat: str) -> None:
    """SND-BLK-04; where this was all that was asked, the phase goes on."""
    alert.remove(play, seat)
    if isinstance(play.state.top, fr.Closing):
        play.state.pop()

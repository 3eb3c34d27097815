"""Missions, robberies, assaults and sleepers."""

from collections.abc import Callable
from typing import Any

from domain.kernel.audience import Event
from domain.kernel.zones import Sealed
from domain.syndicate import events as e
from domain.syndicate.evolve.opening import said
from domain.syndicate.meta import PHANTOM
from domain.syndicate.resources import Bundle
from domain.syndicate.state import Mat, Orders, State


def _use_means(state: State, mat: Mat, chips: tuple[str, ...], abilities: tuple[str, ...]) -> None:
    """Chips named in an attempt are played; techs are used for this round."""
    for chip in chips:
        state.chips_played.append(mat.chips.take(chip).face)
    mat.spent += abilities


def _announced(state: State, event: e.MissionAnnounced | e.RobberyAnnounced) -> None:
    mat = state.mats[event.seat]
    mat.purse -= event.cost
    state.in_play.append(mat.hand.take(event.card).face)
    _use_means(state, mat, event.chips, event.abilities)


def _assault_announced(state: State, event: e.AssaultAnnounced) -> None:
    if event.party == PHANTOM:
        return
    mat = state.mats[event.party]
    mat.purse -= Bundle(crew=event.crew)
    mat.reinf_armed -= event.reinforcements
    mat.reinf_used += event.reinforcements
    _use_means(state, mat, event.chips, event.abilities)


def _use_die(mat: Mat) -> None:
    mat.dice_armed -= 1
    mat.dice_used += 1


def _rolled(state: State, event: e.ActionDieRolled) -> None:
    if event.party != PHANTOM:
        _use_die(state.mats[event.party])


def _resolved(state: State, event: e.MissionResolved | e.RobberyResolved) -> None:
    mat = state.mats[event.seat]
    state.in_play.remove(event.card)
    if event.kept:
        mat.hand.put(event.card)
    else:
        state.discard.append(event.card)
    if event.die_used:
        _use_die(mat)
    mat.won += event.outcome == "success"


def _mission_resolved(state: State, event: e.MissionResolved) -> None:
    _resolved(state, event)
    for seat, reward in event.rewards.items():
        state.mats[seat].purse += reward


def _robbery_resolved(state: State, event: e.RobberyResolved) -> None:
    _resolved(state, event)
    loot = Bundle(credits=event.stolen)
    state.mats[event.seat].purse += loot
    if event.victim != PHANTOM:
        state.mats[event.victim].purse -= loot


def _alert_changed(state: State, event: e.AlertChanged) -> None:
    state.alert = event.after


def _destroyer_placed(state: State, event: e.DestroyerPlaced) -> None:
    state.destroyer = event.territory


def _destroyer_removed(state: State, event: e.DestroyerRemoved) -> None:
    state.destroyer = None
    if event.seat is not None:
        state.mats[event.seat].purse -= Bundle(influence=10)


def _slot_emptied(state: State, event: e.SleeperPlayed | e.SlotBurned) -> None:
    mat = state.mats[event.seat]
    state.discard.append(mat.slot.take(event.card).face)
    mat.slot_changes += 1


def _exhausted(state: State, event: e.ReinforcementExhausted) -> None:
    mat = state.mats[event.seat]
    mat.reinf_armed -= event.number
    mat.reinf_used += event.number


def _orders_set(state: State, event: e.StandingOrdersSet) -> None:
    mat = state.mats[event.seat]
    mat.orders = Sealed(event.seat, Orders(event.kinds, event.until, state.round, mat.slot_changes))


EVOLVE: dict[type[Event], Callable[[State, Any], None]] = {
    e.MissionAnnounced: _announced,
    e.RobberyAnnounced: _announced,
    e.AssaultAnnounced: _assault_announced,
    e.ActionDieRolled: _rolled,
    e.ConsequenceDiceRolled: said,
    e.MissionResolved: _mission_resolved,
    e.RobberyResolved: _robbery_resolved,
    e.AssaultResolved: said,
    e.AlertChanged: _alert_changed,
    e.DestroyerPlaced: _destroyer_placed,
    e.DestroyerRemoved: _destroyer_removed,
    e.WindowOpened: said,
    e.WindowAnswered: said,
    e.WindowClosed: said,
    e.SleeperLapsed: said,
    e.SleeperPlayed: _slot_emptied,
    e.SleeperCancelled: said,
    e.ReinforcementExhausted: _exhausted,
    e.StandingOrdersSet: _orders_set,
    e.SlotBurned: _slot_emptied,
}

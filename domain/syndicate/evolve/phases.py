"""The Sovereign card and the collection."""

from collections.abc import Callable
from typing import Any

from domain.kernel.audience import Event
from domain.syndicate import events as e
from domain.syndicate.evolve.opening import said
from domain.syndicate.resources import Bundle
from domain.syndicate.state import State


def _phase_began(state: State, event: e.SovereignPhaseBegan) -> None:
    for territory in event.restored:
        state.bases[territory].resting = []


def _revealed(state: State, event: e.SovereignRevealed) -> None:
    state.sov_done.append(state.sov_deck.take(event.card).face)


def _final_round(state: State, event: e.FinalRoundAnnounced) -> None:
    state.final_round = event.round


def _pardons(state: State, event: e.PardonsRevealed) -> None:
    for seat, cost in event.paid.items():
        state.mats[seat].purse -= Bundle(influence=cost)


def _tax_settled(state: State, event: e.TaxSettled) -> None:
    state.mats[event.seat].purse -= Bundle(credits=event.paid)
    for territory in event.flipped:
        state.bases[territory].resting.append("tax")


def _lost(state: State, event: e.ResourcesLost) -> None:
    state.mats[event.seat].purse -= event.lost


def _dice_reset(state: State, event: e.DiceReset) -> None:
    for mat in state.mats.values():
        mat.dice_armed, mat.dice_used = mat.dice_armed + mat.dice_used, 0
        mat.reinf_armed, mat.reinf_used = mat.reinf_armed + mat.reinf_used, 0
        mat.spent = []


def _income(state: State, event: e.IncomeCollected) -> None:
    state.mats[event.seat].purse += event.delta
    for territory in event.unpaid if event.rest else ():
        state.bases[territory].resting.append("crew")


def _research(state: State, event: e.ResearchAdvanced) -> None:
    for territory, markers in event.markers.items():
        state.bases[territory].research = markers


def _cube_removed(state: State, event: e.MarketCubeRemoved) -> None:
    state.mats[event.seat].market[event.track].remove(event.box)


EVOLVE: dict[type[Event], Callable[[State, Any], None]] = {
    e.SovereignPhaseBegan: _phase_began,
    e.SovereignRevealed: _revealed,
    e.FinalRoundAnnounced: _final_round,
    e.PardonAnswered: said,
    e.PardonsRevealed: _pardons,
    e.TaxAssessed: said,
    e.TaxFlipsChosen: said,
    e.TaxSettled: _tax_settled,
    e.CrackdownRolled: said,
    e.ResourcesLost: _lost,
    e.DiscardsChosen: said,
    e.SovereignPhaseEnded: said,
    e.DiceReset: _dice_reset,
    e.CollectionSubmitted: said,
    e.IncomeCollected: _income,
    e.ResearchAdvanced: _research,
    e.MarketCubeRemoved: _cube_removed,
    e.PhantomCardsDrawn: said,
}

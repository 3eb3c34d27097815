"""The opening, the turns, awards and the end."""

from collections.abc import Callable
from typing import Any

from domain.kernel.audience import Event
from domain.kernel.zones import Card, Hand, Pile, Sealed, Slot
from domain.syndicate import events as e
from domain.syndicate.meta import PHANTOM
from domain.syndicate.state import Base, Mat, Orders, State


def _table_laid(state: State, event: e.TableLaid) -> None:
    state.mats = {
        seat: Mat(
            hand=Hand(seat=seat),
            slot=Slot(seat=seat),
            chips=Hand(seat=seat),
            offered=Hand(seat=seat),
            orders=Sealed(seat, Orders()),
        )
        for seat in event.seats
    }
    state.techs = list(event.techs)


def _syndicates_dealt(state: State, event: e.SyndicatesDealt) -> None:
    state.mats[event.seat].offered.cards = [Card(face) for face in event.offered]


def _syndicate_taken(state: State, event: e.SyndicateTaken) -> None:
    mat = state.mats[event.seat]
    mat.syndicate = event.syndicate
    mat.offered.cards = []


def _chips_placed(state: State, event: e.BonusChipsPlaced) -> None:
    for place, face in zip(event.places, event.chips, strict=True):
        state.board_chips[place] = Slot([Card(face)])
    state.chip_box.cards += [Card(face) for face in event.boxed]


def _box_chip(state: State, territory: str) -> None:
    slot = state.board_chips.pop(territory, None)
    state.chip_box.cards += slot.cards if slot else []


def _chip_returned(state: State, event: e.ChipReturned) -> None:
    _box_chip(state, event.territory)


def _sovereign_deck_built(state: State, event: e.SovereignDeckBuilt) -> None:
    state.sov_deck = Pile([Card(face) for face in event.order])
    state.sov_box = Pile([Card(face) for face in event.boxed])


def _operations_shuffled(state: State, event: e.OperationsShuffled) -> None:
    state.deck.cards += [Card(face) for face in event.order]
    if event.reshuffle:
        state.discard = []


def _cards_drawn(state: State, event: e.CardsDrawn) -> None:
    for face in event.cards:
        state.mats[event.seat].hand.put(state.deck.take(face).face)


def _starting_position(state: State, event: e.StartingPositionSet) -> None:
    mat = state.mats[event.seat]
    mat.purse, mat.tech, mat.assault = event.resources, event.tech, event.assault
    mat.reinf_armed = event.assault
    if event.base is not None:
        state.bases[event.base] = Base(event.seat, event.fortified)


def _first_player(state: State, event: e.FirstPlayerDrawn) -> None:
    state.first, state.circle = event.seat, list(event.circle)


def _phantom_bases(state: State, event: e.PhantomBasesAssigned) -> None:
    for territory in event.territories:
        state.bases[territory] = Base(PHANTOM)
        _box_chip(state, territory)


def _round_started(state: State, event: e.RoundStarted) -> None:
    state.round, state.first, state.done, state.mover = event.round, event.first_player, [], ""


def _turn_started(state: State, event: e.TurnStarted) -> None:
    state.mover = event.party


def _turn_ended(state: State, event: e.TurnEnded) -> None:
    if event.done:
        state.done.append(event.party)


def _award_claimed(state: State, event: e.AwardClaimed) -> None:
    state.mats[event.seat].awards.append(event.award)


def _game_scored(state: State, event: e.GameScored) -> None:
    state.result = event.outcome


def _cards_discarded(state: State, event: e.CardsDiscarded) -> None:
    for face in event.cards:
        state.discard.append(state.mats[event.seat].hand.take(face).face)


def said(state: State, event: Event) -> None:
    """Events that only tell."""


EVOLVE: dict[type[Event], Callable[[State, Any], None]] = {
    e.TableLaid: _table_laid,
    e.SyndicatesDealt: _syndicates_dealt,
    e.SyndicateLocked: said,
    e.SyndicateTaken: _syndicate_taken,
    e.BonusChipsPlaced: _chips_placed,
    e.ChipReturned: _chip_returned,
    e.SovereignDeckBuilt: _sovereign_deck_built,
    e.OperationsShuffled: _operations_shuffled,
    e.CardsDrawn: _cards_drawn,
    e.StartingPositionSet: _starting_position,
    e.FirstPlayerDrawn: _first_player,
    e.PhantomBasesAssigned: _phantom_bases,
    e.RoundStarted: _round_started,
    e.TurnStarted: _turn_started,
    e.TurnEnded: _turn_ended,
    e.AwardClaimed: _award_claimed,
    e.GameScored: _game_scored,
    e.CardsDiscarded: _cards_discarded,
}

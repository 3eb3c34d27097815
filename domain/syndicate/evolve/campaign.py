"""The NGATA campaign."""

from collections.abc import Callable
from typing import Any

from domain.kernel.audience import Event
from domain.kernel.zones import Card, Pile
from domain.syndicate import events as e
from domain.syndicate.evolve.opening import said
from domain.syndicate.resources import Bundle
from domain.syndicate.state import Campaign, Special, State, Tile


def _began(state: State, event: e.CampaignBegan) -> None:
    state.campaign = Campaign(event.seat, event.ship, event.fuel, event.resources, event.assault)


def _shuffled(state: State, event: e.DeckShuffled) -> None:
    solo, pile = state.solo, Pile([Card(face) for face in event.order])
    if event.deck == "fuel":
        solo.fuel_deck, solo.fuel_done = pile, []
    elif event.deck == "confrontations":
        solo.confrontations, solo.confrontations_done = pile, []
    else:
        solo.decks[event.deck] = pile


def _moved(state: State, event: e.ShipMoved) -> None:
    state.solo.ship, state.solo.fuel = event.end, event.fuel


def _trapped(state: State, event: e.SovereignTrap) -> None:
    state.solo.contraband -= event.lost


def _fuel_drawn(state: State, event: e.FuelDrawn) -> None:
    solo = state.solo
    solo.fuel_done.append(solo.fuel_deck.take(event.face).face)
    solo.refuels += 1


def _fuel_paid(state: State, event: e.FuelPaid) -> None:
    state.solo.purse -= Bundle(credits=event.credits)


def _refuelled(state: State, event: e.Refuelled) -> None:
    state.solo.fuel = event.fuel


def _mission_drawn(state: State, event: e.MissionDrawn) -> None:
    state.solo.hand.append(state.solo.decks[event.deck].take(event.card).face)


def _leave_hand(state: State, card: str) -> None:
    state.solo.hand.remove(card)
    state.solo.gone.append(card)


def _mission_discarded(state: State, event: e.MissionDiscarded) -> None:
    _leave_hand(state, event.card)


def _mission_rolled(state: State, event: e.SoloMissionRolled) -> None:
    state.solo.purse -= Bundle(credits=event.paid)
    _leave_hand(state, event.card)


def _add_keys(keys: dict[str, int], colour: str, number: int) -> None:
    """Colours without a key are not kept."""
    keys[colour] = keys.get(colour, 0) + number
    if not keys[colour]:
        del keys[colour]


def _rewarded(state: State, event: e.SoloRewarded) -> None:
    solo = state.solo
    solo.purse += event.resources
    solo.assault += event.assault
    for colour, number in event.keys.items():
        _add_keys(solo.keys, colour, number)
    if event.tech is not None:
        solo.techs.append(event.tech)


def _activated(state: State, event: e.SpecialActivated) -> None:
    solo = state.solo
    solo.hand.remove(event.card)
    solo.special, solo.contraband = Special(event.card), event.loaded


def _taken(state: State, event: e.ContrabandTaken) -> None:
    solo = state.solo
    solo.contraband += 1
    if solo.special is not None:
        solo.special.collected.append(event.territory)


def _delivered(state: State, event: e.ContrabandDelivered) -> None:
    solo = state.solo
    solo.contraband -= event.number
    if solo.special is not None:
        solo.special.delivered += event.number


def _lost(state: State, event: e.ContrabandLost) -> None:
    state.solo.contraband -= event.number


def _special_ended(state: State, event: e.SpecialEnded) -> None:
    solo = state.solo
    solo.special, solo.contraband = None, 0
    solo.gone.append(event.card)


def _drawn(state: State, event: e.ConfrontationDrawn) -> None:
    solo = state.solo
    solo.facing = solo.confrontations.take(event.card).face


def _reopened(state: State, event: e.ConfrontationReopened) -> None:
    solo = state.solo
    solo.facing = event.card


def _resolved(state: State, event: e.ConfrontationResolved) -> None:
    solo, paid = state.solo, event.paid
    solo.purse -= Bundle(paid.credits, paid.influence, paid.crew)
    solo.fuel -= paid.fuel
    if event.key is not None:
        _add_keys(solo.keys, event.key, -1)
    solo.facing = None
    if all(tile.card != event.card for tile in solo.tiles):
        solo.confrontations_done.append(event.card)


def _fled(state: State, event: e.ConfrontationFled) -> None:
    state.solo.facing = None
    state.solo.tiles.append(Tile(event.territory, event.card, "trouble"))


def _tile_removed(state: State, event: e.TileRemoved) -> None:
    solo = state.solo
    solo.tiles = [tile for tile in solo.tiles if tile.card != event.card]
    solo.confrontations_done.append(event.card)


def _trader(state: State, event: e.TraderEstablished) -> None:
    solo = state.solo
    solo.facing = None
    solo.traders.append(event.card)
    solo.tiles.append(Tile(event.territory, event.card, "trader"))


def _altered(state: State, event: e.SoloAltered) -> None:
    solo = state.solo
    solo.purse += event.resources
    solo.fuel = event.fuel
    solo.assault += event.assault
    if event.key is not None:
        _add_keys(solo.keys, event.key, -1)


def _dealt(state: State, event: e.TraderDealt) -> None:
    solo = state.solo
    solo.purse += event.resources
    solo.contraband += event.contraband
    solo.assault += event.assault
    for colour, number in event.keys_given.items():
        _add_keys(solo.keys, colour, -number)
    if event.key is not None:
        _add_keys(solo.keys, event.key, 1)


def _keys_placed(state: State, event: e.KeysPlaced) -> None:
    _add_keys(state.solo.keys, event.colour, -event.number)
    _add_keys(state.solo.placed, event.colour, event.number)


def _unlocked(state: State, event: e.VaultUnlocked) -> None:
    state.solo.opened += 1
    state.solo.placed = {}


def _exchanged(state: State, event: e.SoloExchanged) -> None:
    state.solo.purse = state.solo.purse - event.paid + event.received


def _ended(state: State, event: e.CampaignEnded) -> None:
    state.result = event.outcome


EVOLVE: dict[type[Event], Callable[[State, Any], None]] = {
    e.CampaignBegan: _began,
    e.DeckShuffled: _shuffled,
    e.ShipMoved: _moved,
    e.HyperjumpRolled: said,
    e.SovereignTrap: _trapped,
    e.FuelDrawn: _fuel_drawn,
    e.FuelPaid: _fuel_paid,
    e.Refuelled: _refuelled,
    e.MissionDrawn: _mission_drawn,
    e.MissionDiscarded: _mission_discarded,
    e.SoloMissionRolled: _mission_rolled,
    e.SoloRewarded: _rewarded,
    e.SpecialActivated: _activated,
    e.ContrabandTaken: _taken,
    e.ContrabandDelivered: _delivered,
    e.ContrabandLost: _lost,
    e.SpecialEnded: _special_ended,
    e.DefenseRolled: said,
    e.ConfrontationDrawn: _drawn,
    e.ConfrontationReopened: _reopened,
    e.ConfrontationResolved: _resolved,
    e.ConfrontationFled: _fled,
    e.TileRemoved: _tile_removed,
    e.TraderEstablished: _trader,
    e.SoloAltered: _altered,
    e.TraderDealt: _dealt,
    e.KeysPlaced: _keys_placed,
    e.VaultUnlocked: _unlocked,
    e.SoloExchanged: _exchanged,
    e.CampaignEnded: _ended,
}

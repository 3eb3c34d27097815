"""What no command may make or lose: counts for each game, by what is counted."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tests.games.parley.play import COSTS

Totals = dict[str, int]


def parley(state: Any) -> Totals:
    """Cards in the deck, in hands and on the table."""
    hands = sum(len(place.hand) for place in state.places.values())
    return {"cards": len(state.deck) + len(state.table) + hands}


def parley_spent(state: Any) -> Totals:
    """Coins in purses and chests, and spent on goods; winning bids go to the bank."""
    goods = [name for place in state.places.values() for name in place.goods]
    purses = sum(place.coins + sum(place.chests.values()) for place in state.places.values())
    return {"coins": purses + sum(COSTS[name] for name in goods)}


def bazaar(state: Any) -> Totals:
    """Cards: in hands, deck and discards there are always 52 different ones."""
    hands = [face for trader in state.traders.values() for face in trader.hand.faces()]
    faces = [*hands, *state.deck.faces(), *state.discard]
    return {"cards": len(faces), "faces": len(set(faces))}


def ultimatum(state: Any) -> Totals:
    """15 tokens a seat (ULT-SETUP-01), 25 different district cards (ULT-SETUP-02), and all Bosses."""
    tokens: Totals = {}
    for seat, mat in state.mats.items():
        held = Counter(mat.reserve) + Counter(mat.eliminated)
        for district in state.board.values():
            held += Counter(district.get(seat, {}))
        tokens |= {f"{seat} {kind}": count for kind, count in held.items()}
    cards = [face for pile in state.piles.values() for face in pile.faces()]
    cards += [face for mat in state.mats.values() for face in mat.hand.faces()]
    cards += [*state.set_aside.faces(), *(cell.card for cell in state.counter if cell.card is not None)]
    bosses = sum(len(mat.boss) for mat in state.mats.values()) + len(state.unused) + len(state.given_back)
    return {**tokens, "cards": len(cards), "faces": len(set(cards)), "bosses": bosses}


def freedonia(state: Any) -> Totals:
    """Each seat's deck and its six Record cards (FRE-SETUP-03, FRE-RECORD-01)."""
    totals: Totals = {}
    standing = [card for cards in state.standing.values() for card in cards]
    for seat, camp in state.camps.items():
        lays = [lay.card.faces() for lay in (*camp.draft, *camp.lays)]
        faces = [*camp.hand.faces(), *camp.shed.faces(), *camp.deck.faces(), *camp.discard, *camp.removed]
        faces += [face for lay in lays for face in lay]
        faces += [card.card for card in standing if card.owner == seat]
        faces += [card.card for card in state.turned if card.seat == seat]
        faces += [card for card, place in camp.record.items() if place == "in_record"]
        totals |= {f"{seat} {face}": count for face, count in Counter(faces).items()}
    return totals


def campaign(solo: Any) -> Totals:
    """Missions of the decks in play, 27 fuel cards and 18 confrontations (SND-CMP-17)."""
    missions = sum(map(len, solo.decks.values())) + len(solo.hand) + len(solo.gone) + (solo.special is not None)
    tiles = [tile.card for tile in solo.tiles]
    facing = solo.facing is not None and solo.facing not in tiles
    trouble = len(solo.confrontations) + len(solo.confrontations_done) + len(tiles) + facing
    return {"missions": missions, "fuel": len(solo.fuel_deck) + len(solo.fuel_done), "confrontations": trouble}


def syndicate(state: Any) -> Totals:
    """78 operation cards, 37 chips, 16 Sovereign cards and 12 advanced techs, once the table is set up (SND-SET)."""
    if state.campaign is not None:
        return campaign(state.campaign)
    mats, trades = state.mats.values(), state.trades
    cards = len(state.deck) + len(state.discard) + len(state.in_play) + sum(len(trade.cards) for trade in trades)
    cards += sum(len(mat.hand) + len(mat.slot) for mat in mats)
    chips = len(state.board_chips) + len(state.chip_box) + len(state.chips_played)
    chips += sum(len(mat.chips) for mat in mats) + sum(len(trade.chips) for trade in trades)
    sovereign = len(state.sov_deck) + len(state.sov_box) + len(state.sov_done)
    techs = len(state.techs) + sum(len(mat.techs) for mat in mats)
    found = {"cards": cards, "chips": chips, "sovereign": sovereign, "techs": techs}
    return found if state.round else {"cards": 78, "chips": 37, "sovereign": 16, "techs": techs}


CONSTANT: Mapping[str, Callable[[Any], Totals]] = {
    "parley": parley,
    "bazaar": bazaar,
    "freedonia": freedonia,
    "syndicate": syndicate,
    "ultimatum": ultimatum,
}
NEVER_MORE: Mapping[str, Callable[[Any], Totals]] = {"parley": parley_spent}

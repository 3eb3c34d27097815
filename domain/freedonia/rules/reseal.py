"""Other secrets that fit everything a viewer knows, for the twin-world test of leaks."""

from random import Random

from domain.freedonia.meta import OPPOSITION, SEATS
from domain.freedonia.packs import Rules
from domain.freedonia.state import Camp, Lay, Laying, Shedding, State
from domain.kernel.viewers import Viewer


def reseal(rules: Rules, state: State, viewer: Viewer, rng: Random) -> None:
    """Other sealed answers, other money, other favours; and what was a decoy is a card, or the other way round."""
    for seat in SEATS:
        if seat == viewer:
            continue
        camp = state.camps[seat]
        _choose_again(state, camp, seat, rng)
        if isinstance(state.top, Laying):
            camp.fiat = rng.randint(0, rules.income(seat, state.year))
            camp.favour_used = rng.random() < 0.5
        if seat == OPPOSITION and rng.random() < 0.5:
            _exchange_decoy(rules, camp, rng)


def _choose_again(state: State, camp: Camp, seat: str, rng: Random) -> None:
    due = state.top.due[seat] if isinstance(state.top, Shedding) and seat in state.top.due else None
    for sealed in state.choices:
        if sealed.seat == seat:
            count = rng.randint(0, len(camp.hand)) if due is None else due
            sealed.value = tuple(rng.sample(camp.hand.faces(), count))


def _exchange_decoy(rules: Rules, camp: Camp, rng: Random) -> None:
    """FRE-DECOY-02: a sealed decoy may as well be a hand card with its face, a lone sealed card the decoy."""
    unseen = [lay for lay in camp.lays if lay.look is None]
    decoy = next((lay for lay in unseen if lay.name is None), None)
    if decoy is not None:
        _uncover(rules, camp, decoy, rng)
    elif rules.decoys and all(lay.name for lay in camp.lays):
        alone = [lay for lay in unseen if sum(lay.venue == each.venue for each in camp.lays) == 1]
        for lay in alone[:1]:
            camp.hand.cards += lay.card.cards
            lay.card.cards = []


def _uncover(rules: Rules, camp: Camp, decoy: Lay, rng: Random) -> None:
    fitting = [
        card
        for card in camp.hand.cards
        if rules.face(card.face) == decoy.face and decoy.venue in rules.cards[card.face].homes
    ]
    if fitting:
        card = rng.choice(fitting)
        camp.hand.cards.remove(card)
        decoy.card.cards.append(card)

"""Other secrets that fit everything a viewer knows, for the twin-world test of leaks."""

from random import Random

from domain.kernel.viewers import Viewer
from domain.kernel.zones import Card
from domain.ultimatum.meta import DISTRICTS
from domain.ultimatum.packs import Rules
from domain.ultimatum.rules.asymmetry import possible
from domain.ultimatum.state import Place, State

WISHES = ("keep", "redeal", "choose_unused")


def reseal(rules: Rules, state: State, viewer: Viewer, rng: Random) -> None:
    """Votes anew; a face-down Boss that contradicts what was seen changes with one that does not."""
    for sealed in state.votes:
        if sealed.seat != viewer:
            sealed.value = rng.choice(WISHES)
    for seat in state.mats:
        if seat != viewer and not state.mats[seat].face_up:
            _fit(rules, state, viewer, seat)


def _fit(rules: Rules, state: State, viewer: Viewer, seat: str) -> None:
    slot = state.mats[seat].boss
    spare = [card for pile in (state.unused, state.given_back) for card in pile.cards]
    spare += [
        card
        for name, mat in state.mats.items()
        if name not in (seat, viewer) and not mat.face_up and not mat.refused
        for card in mat.boss.cards
    ]
    for card in [*slot.cards, *spare]:
        _swap(slot.cards[0], card)
        if _fits(rules, state, seat):
            return
        _swap(slot.cards[0], card)


def _swap(one: Card, two: Card) -> None:
    one.face, two.face = two.face, one.face


def _fits(rules: Rules, state: State, seat: str) -> bool:
    """A Boss that could not act is compulsory (ULT-SPEC-03); one that is all there is to place can act."""
    mat = state.mats[seat]
    card = rules.bosses[mat.boss.cards[0].face]
    if mat.refused and card.ability != "evict":
        return False
    alone = isinstance(state.top, Place) and state.mover == seat and set(mat.reserve) == {"boss"}
    return not alone or any(
        possible(rules, state, seat, district) for district in DISTRICTS if state.total(district) < rules.limit
    )

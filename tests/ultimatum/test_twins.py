"""Two positions that differ only in what a viewer cannot see look the same to that viewer."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.kernel.viewers import SPECTATOR
from domain.kernel.zones import Card, Zone, hidden
from domain.ultimatum import GAME
from domain.ultimatum import commands as c
from domain.ultimatum.meta import SEATS
from domain.ultimatum.state import State
from tests.harness.matches import new_match, play_on
from tests.ultimatum.table import Table

WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"bosses": "special", "boss_between_rounds": "vote", "mode": "tournament"},
    {"bosses": "special", "boss_between_rounds": "choose_unused"},
)


def redealt(rules: Any, state: State, viewer: str, rng: Random) -> None:
    """Deal what `viewer` cannot see again among the places where it could lie, by card back."""
    pools: dict[str, list[Card]] = {}
    for place in hidden(state):
        if isinstance(place, Zone):
            for card in place.cards:
                if not place.knows(viewer, card):
                    pools.setdefault(GAME.back(card.face), []).append(card)
    for cards in pools.values():
        faces = [card.face for card in cards]
        rng.shuffle(faces)
        for card, face in zip(cards, faces, strict=True):
            card.face = face
    assert GAME.reseal is not None
    GAME.reseal(rules, state, viewer, rng)


def shown(match: Any, state: State, viewer: str) -> bytes:
    """All that a viewer is shown of a position."""
    decisions = GAME.decisions(match.rules, state)
    open_ = [match.show(d, viewer) for d in decisions if d.shown_to is None or viewer in d.shown_to]
    return msgspec.json.encode([GAME.view(match.rules, state, viewer), open_])


@pytest.mark.parametrize("way", WAYS)
def test_a_viewer_is_shown_the_same_in_both_worlds(way: dict[str, Any]) -> None:
    """ULT-SECRET-01, ULT-SECRET-02, ULT-SECRET-03."""
    rng, changed = Random(3), 0
    for seed in range(4):
        match = new_match(GAME, seed, **way)
        for _ in play_on(match):
            for viewer in (*SEATS, SPECTATOR):
                twin = match.codec.copy(match.state)
                redealt(match.rules, twin, viewer, rng)
                changed += twin != match.state
                assert shown(match, match.state, viewer) == shown(match, twin, viewer)
    assert changed > 200


def test_what_cannot_be_done_is_refused_alike_in_both_worlds() -> None:
    """ULT-SPEC-02: a refusal never depends on the enemy's secrets."""
    rng = Random(4)
    match = new_match(GAME, 2, bosses="special")
    for seat, _ in play_on(match):
        twin = match.codec.copy(match.state)
        redealt(match.rules, twin, seat, rng)
        for command in (c.PlayCard(card="B3"), c.PlayCard(card="B1"), c.EndTurn(), c.Choose(option=c.Skip())):
            first, second = (GAME.why_not(match.rules, state, seat, command) for state in (match.state, twin))
            assert first == second


def test_a_boss_that_was_refused_in_a_chain_stays_one_that_can_be_refused() -> None:
    """ULT-SECRET-04: the fact is public, so no twin may contradict it."""
    board = {"hub": {"stella": {"units": 1, "hunters": 1}}}
    table = Table({"first": "roy", "bosses": {"roy": "replace", "stella": "evict"}, "board": board})
    table.do(c.PlaceToken(token="boss", district="guild"))
    table.choose(c.Replace("hub", "units", "boss"))
    for seed in range(20):
        twin = table.copy()
        redealt(table.rules, twin, "roy", Random(seed))
        assert "evict" == twin.mats["stella"].boss.cards[0].face

"""Non-interference: two worlds that differ only in what a viewer cannot know look the same to it.

What a viewer cannot see is pooled by card back and dealt again; views, decisions, refusals and the
events of the same next command are then byte-equal, up to the first thing that is shown.
"""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from domain.kernel.contract import AnyGame
from domain.kernel.match.aggregate import Match
from domain.kernel.refusal import Refused
from domain.kernel.viewers import SPECTATOR, SYSTEM
from domain.kernel.zones import Card, Zone, hidden
from tests.harness.lab import DEPTH, GAMES, Lab, copied, labs, seeds, seen

POSITIONS = 200 * DEPTH
ALWAYS_SHOWS = {"bazaar"}  # each of its commands opens a card


def twin(lab: Lab, viewer: str, rng: Random) -> Match:
    """The same match with everything dealt again that `viewer` cannot see."""
    other = copied(lab.match, lab.entries)
    places: dict[str, list[Card]] = {}
    for zone in hidden(other.state):
        if isinstance(zone, Zone):
            for card in zone.cards:
                if not zone.knows(viewer, card):
                    places.setdefault(other.game.back(card.face), []).append(card)
    for cards in places.values():
        faces = [card.face for card in cards]
        rng.shuffle(faces)
        for card, face in zip(cards, faces, strict=True):
            card.face = face
    if other.game.reseal is not None:
        other.game.reseal(other.rules, other.state, viewer, rng)
    return other


def unknown(state: object, viewer: str) -> Counter[str]:
    """All that lies hidden from a viewer, without its places."""
    facts: Counter[str] = Counter()
    for place in hidden(state):
        if isinstance(place, Zone):
            facts.update(card.face for card in place.cards if not place.knows(viewer, card))
        elif place.seat != viewer:
            facts[f"sealed {place.value}"] += 1
    return facts


def watched(match: Match, viewer: str, actor: str, command: Any, at: int) -> tuple[bytes, bool]:
    """What `viewer` gets of a command and sees after it, and whether it was shown anything that was hidden."""
    result = match.play(actor, command, at=at, command_id=b"t")
    if isinstance(result, Refused):
        return msgspec.json.encode(result), False
    before = unknown(match.state, viewer)
    match.advance(result)
    told = match.see(result.events, 0, viewer, match.seq(viewer))
    shown = bool(before - unknown(match.state, viewer)) or match.outcome is not None
    return msgspec.json.encode((told, match.view(viewer), match.shown(viewer))), shown


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_two_worlds_that_differ_in_the_unknown_look_the_same(game: AnyGame) -> None:
    checked = dict.fromkeys((*game.meta.seats, SPECTATOR), 0)
    differing = followed = 0
    seed = 0
    while min(checked.values()) < POSITIONS:
        lab, rng = Lab(game, seed).open(), Random(seed)
        seed += 1
        while lab.match.outcome is None:
            viewer = min(lab.viewers(), key=lambda viewer: (checked[viewer], rng.random()))
            other = twin(lab, viewer, rng)
            differing += lab.match.state != other.state
            assert seen(lab.match, viewer) == seen(other, viewer)
            checked[viewer] += 1
            followed += follow(lab, other, viewer)
            lab.step()
    assert differing > POSITIONS
    assert followed > POSITIONS // 2 or game.meta.id in ALWAYS_SHOWS


def follow(lab: Lab, other: Match, viewer: str) -> int:
    """The same command in both worlds: the viewer is told the same, if nothing hidden was shown to it.

    What another seat may do can depend on its hand, so its command counts only where both worlds take it.
    """
    decision = lab.rng.choice(lab.choices())
    command = lab.command(decision)
    if decision.seat not in {viewer, SYSTEM} and other.game.why_not(other.rules, other.state, decision.seat, command):
        return 0
    at = lab.when(decision)
    here, shown = watched(copied(lab.match, lab.entries), viewer, decision.seat, command, at)
    there, shown_there = watched(other, viewer, decision.seat, command, at)
    if shown or shown_there:
        return 0
    assert here == there, (viewer, decision.seat, command)
    return 1


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_refusals_are_the_same_in_both_worlds(game: AnyGame) -> None:
    """A seat learns nothing from what it is refused."""
    strangers = [lab.command(decision) for lab in labs(game, range(60, 64), 10) for decision in lab.choices()]
    refusals = 0
    for seed in seeds(12):
        lab, rng = Lab(game, seed).open(), Random(seed)
        while lab.match.outcome is None:
            seat = rng.choice(lab.match.seats)
            other, command = twin(lab, seat, rng), rng.choice(strangers)
            here = game.why_not(lab.match.rules, lab.match.state, seat, command)
            assert here == game.why_not(other.rules, other.state, seat, command), (seed, seat, command)
            refusals += here is not None
            strangers.append(lab.command(lab.choices()[0]))
            lab.step()
    assert refusals > 100

"""Non-interference: two worlds that differ only in what a viewer cannot know look the same to it.

What a viewer cannot see is pooled by card back and dealt again; views, decisions, refusals and the
events of the same next command are then byte-equal, up to the first thing that is shown.
"""

from random import Random

import msgspec
import pytest

from domain.kernel.contract import AnyGame
from domain.kernel.match.aggregate import Match
from domain.kernel.match.draft import Draft
from domain.kernel.refusal import Refused
from domain.kernel.viewers import SYSTEM
from domain.kernel.zones import Card, Zone, hidden, knowledge
from tests.harness.lab import GAMES, Lab, refold, seen

POSITIONS = 200


def twin(lab: Lab, viewer: str, rng: Random) -> Match:
    """The same match with everything dealt again that `viewer` cannot see."""
    other = refold(lab.match, lab.entries)
    places: dict[str, list[Card]] = {}
    for zone in hidden(other.state):
        if isinstance(zone, Zone):
            for card in zone.cards:
                if not zone.knows(viewer, card) and not _open(other, zone):
                    places.setdefault(other.game.back(card.face), []).append(card)
    for cards in places.values():
        faces = [card.face for card in cards]
        rng.shuffle(faces)
        for card, face in zip(cards, faces, strict=True):
            card.face = face
    if other.game.reseal is not None:
        other.game.reseal(other.rules, other.state, viewer, rng)
    return other


def _open(match: Match, zone: Zone) -> bool:
    """A face-up Boss is public although it lies in its slot."""
    mats = getattr(match.state, "mats", {})
    return any(mat.boss is zone and mat.face_up for mat in mats.values())


def watched(match: Match, viewer: str, actor: str, command: object) -> tuple[bytes, bool]:
    """What `viewer` gets of a command, and whether it showed anything that was hidden."""
    result = match.play(actor, command, at=9_000_000_000, command_id=b"t")  # type: ignore[arg-type]
    if isinstance(result, Refused):
        return msgspec.json.encode(result), False
    assert isinstance(result, Draft)
    facts = knowledge(match.state)
    match.advance(result)
    told = match.see(result.events, 0, viewer, match.seq(viewer))
    shown = knowledge(match.state) != facts or any(event.draws for event in result.events)
    return msgspec.json.encode(told), shown


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_two_worlds_that_differ_in_the_unknown_look_the_same(game: AnyGame) -> None:
    checked: dict[str, int] = {}
    differing = 0
    seed = 0
    while min([checked.get(viewer, 0) for viewer in (game.meta.seats[0], "spectator")]) < POSITIONS:
        lab, rng = Lab(game, seed).open(), Random(seed)
        seed += 1
        while lab.match.outcome is None:
            viewer = rng.choice(lab.viewers())
            other = twin(lab, viewer, rng)
            differing += lab.match.state != other.state
            assert seen(lab.match, viewer) == seen(other, viewer)
            checked[viewer] = checked.get(viewer, 0) + 1
            follow(lab, other, viewer)
            lab.step()
    assert differing > POSITIONS


def follow(lab: Lab, other: Match, viewer: str) -> None:
    """The same command in both worlds: the viewer is told the same, if nothing hidden was shown."""
    own = [d for d in lab.choices() if d.seat in {viewer, SYSTEM}]
    if not own:
        return
    decision = own[0]
    command = lab.command(decision)
    here = refold(lab.match, lab.entries)
    told, shown = watched(here, viewer, decision.seat, command)
    if not shown:
        assert (told, False) == watched(other, viewer, decision.seat, command)

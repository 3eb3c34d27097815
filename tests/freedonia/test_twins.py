"""What lies face down and what is drafted looks the same to others, whatever it is."""

from random import Random

import msgspec
import pytest

from domain.freedonia import GAME
from domain.freedonia import commands as c
from domain.freedonia import events as e
from domain.freedonia.meta import SEATS
from domain.freedonia.state import Laying
from domain.freedonia.view import view
from domain.kernel.audience import see
from domain.kernel.viewers import SPECTATOR
from domain.kernel.zones import knowledge
from tests.freedonia.table import Table
from tests.harness.matches import new_match, play_on

OTHERS = ("leader", SPECTATOR)
HAND = {"opposition": ["O2a", "O2b", "O4", "O1"]}


def told(table: Table, viewer: str) -> bytes:
    """All that a viewer was told and is shown."""
    forms = [see(event, viewer, SEATS) for event in table.play.events]
    return msgspec.json.encode(([form for form in forms if form is not None], table.view(viewer)))


def laid(*commands: c.FreCommand) -> Table:
    table = Table({"phase": "lay_opposition", "hand": HAND, "deck": {"opposition": ["O3"]}})
    for command in commands:
        assert table.do("opposition", command) is None
    return table


@pytest.mark.parametrize("viewer", OTHERS)
def test_a_decoy_and_a_card_are_the_same_bytes_until_they_are_turned_up(viewer: str) -> None:
    """FRE-DECOY-02, FRE-SECRET-01, FRE-SECRET-02."""
    card = laid(c.LayCard(card="O4", venue="club"), c.Seal())
    decoy = laid(c.LayDecoy(venue="club", face="bench"), c.Seal())

    assert told(card, viewer) == told(decoy, viewer)


@pytest.mark.parametrize("viewer", OTHERS)
def test_nothing_of_a_draft_is_told_not_even_that_it_changed(viewer: str) -> None:
    """FRE-SECRET-04."""
    silent = laid()
    busy = laid(
        c.CallFavour(card="O1"),
        c.LayCard(card="O4", venue="club"),
        c.TakeBack(slot="2/opposition/club/1"),
        c.LayDecoy(venue="court", face="press"),
        c.PlayOrder(venue="court"),
        c.TakeBackOrder(),
    )

    assert told(silent, viewer) == told(busy, viewer)
    assert {0} == {event.to & (1 | 2) for event in busy.play.events}


@pytest.mark.parametrize("viewer", OTHERS)
def test_what_was_taken_back_leaves_no_gap_and_no_order(viewer: str) -> None:
    """FRE-SECRET-03: lays are listed by venue and position, whatever the order in which they were laid."""
    straight = laid(c.LayCard(card="O4", venue="court"), c.LayCard(card="O1", venue="club"), c.Seal())
    roundabout = laid(
        c.LayCard(card="O2a", venue="court"),
        c.LayCard(card="O1", venue="club"),
        c.LayCard(card="O4", venue="court"),
        c.TakeBack(slot="2/opposition/court/1"),
        c.Seal(),
    )

    assert told(straight, viewer) == told(roundabout, viewer)


def test_when_a_lay_begins_what_others_see_of_a_seat_is_true() -> None:
    """FRE-SECRET-02: sizes are frozen at the truth, and are the truth again after the reveal."""
    looked = 0
    for seed in range(8):
        match = new_match(GAME, seed, favour_return=("bottom", "top", "discard")[seed % 3])
        for _ in play_on(match):
            state = match.state
            if not isinstance(state.top, Laying) or any(camp.draft or camp.lays for camp in state.camps.values()):
                continue
            for seat, camp in state.camps.items():
                if camp.favour_used:
                    continue
                seen = view(match.rules, state, SPECTATOR).seats[seat]
                sizes = (len(camp.hand), len(camp.deck), len(camp.discard), len(camp.shed))
                assert sizes == (seen.hand_size, seen.deck, len(seen.discard), seen.unseen)
                assert camp.record == seen.record
                looked += 1
    assert looked > 100


def test_cards_that_were_never_turned_up_stay_secret_when_the_match_ends_in_a_reveal() -> None:
    """FRE-REVEAL-05: no sizes are told then that would give a decoy away."""
    given = {
        "counts": {"club": 2},
        "cards": {"X": {"side": "opposition", "when_lands": ["club", "blue", 2]}},
        "hand": {"opposition": ["X"]},
    }
    table = Table(given)
    table.lay("opposition", {"parliament": ["X"], "streets": ["decoy"]})
    table.lay("leader", {})
    table.reveal(6)

    assert table.state.result is not None
    assert [] == table.events(e.NumbersShown)
    [left] = table.view("leader").board["streets"].face_down
    assert (None, None) == (left.card, left.decoy)


def test_what_a_seat_has_learnt_is_news_that_no_undo_follows() -> None:
    """FRE-RUL-55, FRE-SECRET-01, K-UNDO-01: a decoy that was looked at, or the like of a card given in a favour."""
    looking = Table({"leader_order": "black_chamber", "phase": "lay_leader"})
    looking.lay("opposition", {"club": ["decoy"]})
    asking = Table({"phase": "lay_leader", "hand": {"leader": ["L1"]}, "deck": {"leader": ["L1"]}}, "L1")
    commands = ((looking, c.PlayOrder(venue="club")), (asking, c.CallFavour(card="L1")))

    for table, command in commands:
        before = knowledge(table.copy())
        assert table.do("leader", command) is None

        assert before != knowledge(table.state)


def test_laying_and_a_look_at_an_empty_venue_are_no_news() -> None:
    """K-UNDO-01: what shows nothing may be taken back."""
    table = Table({"leader_order": "black_chamber", "phase": "lay_leader", "hand": {"leader": ["L1"]}})
    before = knowledge(table.copy())

    assert table.do("leader", c.LayCard(card="L1", venue="club")) is None
    assert table.do("leader", c.PlayOrder(venue="club")) is None

    assert before == knowledge(table.state)


def test_a_resealed_world_differs_in_decoys_and_money_alone() -> None:
    """FRE-DECOY-02: the leak test tries cards for decoys and decoys for cards."""
    assert GAME.reseal is not None
    seen = set()
    for seed in range(40):
        table = laid(c.LayDecoy(venue="club", face="bench"), c.Seal())
        GAME.reseal(table.rules, table.state, "leader", Random(seed))
        [lay] = table.state.camps["opposition"].lays
        seen.add(lay.name)
        assert 4 == len(table.hand("opposition")) + len(lay.card.cards)
    assert None in seen
    assert len(seen) > 1

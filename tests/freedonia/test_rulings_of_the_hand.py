"""What the rules text leaves open about hands, the Record, favours and sheds, as this project reads it."""

from typing import Any

import pytest

from domain.freedonia import GAME
from domain.freedonia import commands as c
from domain.freedonia import events as e
from domain.freedonia.cards import CONTENTS, LEADER_DECKS
from domain.freedonia.decisions import decisions
from domain.freedonia.meta import SEATS
from domain.freedonia.rules.laying import barred, cover
from domain.freedonia.state import State
from domain.kernel.audience import see
from domain.kernel.match import commands as m
from domain.kernel.viewers import AUDITOR, SPECTATOR
from tests.freedonia.table import Table
from tests.harness.matches import give, new_match, play_on


def opened(given: dict[str, Any] | None = None) -> Table:
    """A table just after the set-up."""
    table = Table(given)
    table.play.state = State()
    GAME.setup(table.rules, table.play, SEATS)
    return table


def test_a_match_fixes_deck_ambition_and_difficulty_and_tells_all() -> None:
    """FRE-SETUP-01, FRE-SETUP-03, FRE-RUL-31: decks are shuffled, Record cards lie apart."""
    table = opened()
    [started] = table.events(e.MatchStarted)

    assert ("marshal", "barracks", True, "normal") == (
        started.deck,
        started.ambition,
        started.own_ambition,
        started.difficulty,
    )
    assert {"in_record"} == {place for camp in table.state.camps.values() for place in camp.record.values()}
    assert {"leader": (4, 16), "opposition": (4, 20)} == {
        seat: (len(camp.hand), len(camp.deck)) for seat, camp in table.state.camps.items()
    }


def test_a_one_off_shed_from_the_hand_is_discarded() -> None:
    """FRE-RUL-26."""
    given = {
        "cards": {"B": {"side": "leader", "oneoff": True}},
        "hand": {"leader": ["B", "L1a", "L1b", "L1c"]},
        "deck": {"leader": ["L2a", "L2b", "L2c"]},
    }
    table = Table(given)
    table.turn_year({"leader": ["B"]})

    camp = table.state.camps["leader"]
    assert ([], ["B"]) == (camp.removed, camp.shed.faces())


CALLER = {"X": {"side": "leader", "clout": 4, "brings": "R"}, "R": {"side": "opposition", "clout": 4}}


@pytest.mark.parametrize(("place", "outcome"), [("held", "already_held"), ("gone", "out_of_game")])
def test_a_call_for_a_card_that_is_held_or_gone_does_nothing(place: str, outcome: str) -> None:
    """FRE-RUL-28."""
    table = Table({"cards": CALLER, "record": {"opposition": {"R": place}}})
    table.lay("leader", {"court": ["X"]})
    table.reveal(6)

    assert [outcome] == [event.outcome for event in table.events(e.RecordCalled)]
    assert [] == table.hand("opposition")


def test_a_played_record_card_may_stand_and_then_leaves_the_game() -> None:
    """FRE-RUL-27."""
    given = {"cards": CALLER, "record": {"opposition": {"R": "held"}}, "hand": {"opposition": ["R"]}}
    table = Table(given, ["L6"])
    table.lay("opposition", {"club": ["R"]})
    table.lay("leader", {})
    table.reveal(6)
    assert ["R"] == [card.card for card in table.state.standing["club"]]

    table.lay("leader", {"club": ["L6"]})
    table.reveal(6)

    camp = table.state.camps["opposition"]
    assert (["R"], {"R": "gone"}) == (camp.removed, camp.record)


def test_a_record_card_given_in_a_favour_goes_back_unseen_until_the_reveal() -> None:
    """FRE-RUL-30, FRE-RUL-52."""
    given = {
        "phase": "lay_opposition",
        "cards": CALLER,
        "record": {"opposition": {"R": "held"}},
        "hand": {"opposition": ["R"]},
        "deck": {"opposition": ["O2"]},
    }
    table = Table(given)
    table.do("opposition", c.CallFavour(card="R"))
    assert {"R": "in_record"} == table.view("opposition").seats["opposition"].record
    assert {"R": "held"} == table.view("leader").seats["opposition"].record
    assert [] == [event for event in table.play.events if see(event, "leader", SEATS) is not None]

    table.do("opposition", c.Seal())
    table.do("leader", c.Seal())

    assert {"R": "in_record"} == table.view("leader").seats["opposition"].record


@pytest.mark.parametrize(("option", "known"), [("private_sheds", ()), ("open", ("L1a",))])
def test_sheds_are_exactly_the_excess_and_are_seen_where_that_was_agreed(option: str, known: tuple[str, ...]) -> None:
    """FRE-RUL-46."""
    given = {
        "options": {"discard": option},
        "hand": {"leader": ["L1a", "L1b", "L2a", "L2b"]},
        "deck": {"leader": ["L3a", "L3b", "L3c"]},
    }
    table = Table(given)
    table.turn_year()
    for cards in ((), ("L1a", "L1b")):
        refused = table.do("leader", c.Shed(cards=cards))
        assert refused is not None
        assert "wrong_number" == refused.code
    assert table.do("leader", c.Shed(cards=("L1a",))) is None

    seen = table.view("opposition").seats["leader"]

    assert (known, 1 - len(known)) == (seen.discard, seen.unseen)
    assert ("L1a",) == table.view("leader").seats["leader"].discard


def test_a_seat_draws_what_there_is_and_sheds_no_more_than_that_takes() -> None:
    """FRE-RUL-47."""
    given = {"hand": {"leader": ["L1a", "L1b", "L2a", "L2b", "L3a"]}, "deck": {"leader": ["L4"]}}
    table = Table(given)
    table.turn_year()

    assert [] == table.events(e.ShedDue)
    assert 6 == len(table.hand("leader"))


def test_what_was_shed_is_in_the_reshuffle_of_the_same_draw() -> None:
    """FRE-RUL-48."""
    given = {
        "hand": {"leader": ["L1a", "L1b", "L2a", "L2b"]},
        "deck": {"leader": ["L3a"]},
        "discard": {"leader": ["L3b", "L3c"]},
    }
    table = Table(given)
    table.turn_year({"leader": ["L1a"]})

    [anew] = table.events(e.DeckShuffled)
    assert ["L1a", "L3b", "L3c"] == sorted(anew.order)


@pytest.mark.parametrize(
    ("option", "deck", "discard"),
    [("bottom", ["O3", "O1"], []), ("top", ["O1", "O3"], []), ("discard", ["O3"], ["O1"])],
)
def test_where_the_card_given_in_a_favour_goes_can_be_agreed(option: str, deck: list[str], discard: list[str]) -> None:
    """FRE-RUL-50."""
    given = {
        "options": {"favour_return": option},
        "phase": "lay_opposition",
        "hand": {"opposition": ["O1"]},
        "deck": {"opposition": ["O2", "O3"]},
    }
    table = Table(given)
    table.do("opposition", c.CallFavour(card="O1"))

    camp = table.state.camps["opposition"]
    assert (["O2"], deck, discard) == (camp.hand.faces(), camp.deck.faces(), camp.shed.faces())


def test_a_favour_may_need_a_reshuffle_that_nobody_else_is_told_of() -> None:
    """FRE-RUL-52, FRE-HAND-04."""
    given = {"phase": "lay_leader", "hand": {"leader": ["L1"]}, "discard": {"leader": ["L2", "L3"]}}
    table = Table(given)
    before = table.view("opposition")
    table.do("leader", c.CallFavour(card="L1"))

    assert before == table.view("opposition")
    assert ["DeckShuffled", "FavourCalled"] == table.names
    assert [] == [event for event in table.play.events if see(event, SPECTATOR, SEATS) is not None]


def test_a_favour_needs_money_and_a_card_to_draw() -> None:
    """FRE-HAND-03, FRE-COUNT-05."""
    poor = Table({"phase": "lay_leader", "hand": {"leader": ["L1"]}, "deck": {"leader": ["L2"]}, "fiat": {"leader": 0}})
    bare = Table({"phase": "lay_leader", "hand": {"leader": ["L1"]}})

    refusals = [table.do("leader", c.CallFavour(card="L1")) for table in (poor, bare)]

    assert ["not_enough_fiat", "nothing_to_draw"] == [refused.code for refused in refusals if refused]


def test_both_seats_have_an_order_in_the_first_term() -> None:
    """FRE-RUL-54."""
    table = opened()
    for seat in SEATS:
        table.do(seat, c.OpeningSwap(cards=()))

    assert {"ready"} == {camp.order for camp in table.state.camps.values()}


def test_before_the_first_year_the_election_is_a_whole_term_away() -> None:
    """FRE-ELECT-01."""
    assert (0, 4) == ((seen := opened().view(SPECTATOR)).year, seen.years_to_election)
    assert [3, 0, 3] == [Table({"year": year}).view(SPECTATOR).years_to_election for year in (1, 4, 5)]


def test_an_order_is_taken_back_until_the_seal_and_then_spent() -> None:
    """FRE-RUL-55, FRE-ORDER-01, FRE-ORDER-02."""
    table = Table({"phase": "lay_opposition"})
    assert table.do("opposition", c.PlayOrder(venue="club")) is None
    again = table.do("opposition", c.PlayOrder(venue="court"))
    assert again is not None
    assert "order_spent" == again.code
    assert table.do("opposition", c.TakeBackOrder()) is None
    nothing = table.do("opposition", c.PlayOrder(venue=None))
    assert nothing is not None
    assert "target_needed" == nothing.code
    assert table.do("opposition", c.PlayOrder(venue="court")) is None
    assert "ready" == table.view("leader").seats["opposition"].order.state

    table.do("opposition", c.Seal())

    assert "spent" == table.view("leader").seats["opposition"].order.state


def test_the_same_order_on_both_sides_works_for_whoever_played_it() -> None:
    """FRE-ORDER-04: a Leader deck may bring any order, the Opposition's too."""
    table = Table({"leader_order": "injunction", "phase": "lay_leader"})
    assert table.do("leader", c.PlayOrder(venue="club")) is None
    cover(table.rules, table.play, "leader")

    assert [None, "club"] == [barred(table.rules, table.state, seat) for seat in SEATS]


def test_an_order_that_names_no_venue_takes_none_and_works_at_once() -> None:
    """FRE-ORDER-04: the Slush Fund."""
    table = Table({"leader_order": "slush_fund", "phase": "lay_leader", "fiat": {"leader": 1}})
    refused = table.do("leader", c.PlayOrder(venue="club"))
    assert refused is not None
    assert "no_target" == refused.code

    assert table.do("leader", c.PlayOrder(venue=None)) is None

    assert 1 + 2 == table.state.camps["leader"].fiat
    assert 1 + 2 == table.view("opposition").seats["leader"].fiat


def test_the_leaders_lay_is_hidden_from_the_opposition_until_it_is_turned_up() -> None:
    """FRE-RUL-59."""
    table = Table({"phase": "lay_leader", "hand": {"leader": ["L2"]}})
    table.do("leader", c.LayCard(card="L2", venue="club"))

    assert table.view("opposition") == Table({"phase": "lay_leader", "hand": {"leader": ["L2"]}}).view("opposition")


def test_a_seat_may_resign_at_any_time_and_then_all_is_open() -> None:
    """FRE-RUL-60, FRE-RUL-61."""
    match = new_match(GAME, 3, (None, "random"))

    give(match, "leader", m.Resign())

    assert match.outcome is not None
    assert ("resigned", ("opposition",)) == (match.outcome.reason, match.outcome.winners)
    truth = match.view(AUDITOR)
    assert {seat: len(deck) for seat, deck in truth.truth.decks.items()} == {
        seat: camp.deck for seat, camp in truth.seats.items()
    }


def test_the_cards_that_stand_in_a_venue_all_count_for_one_side() -> None:
    """FRE-RUL-62, FRE-VENUE-08, FRE-COUNT-04, FRE-COUNT-05: and counts and money keep their bounds."""
    for seed in range(6):
        match = new_match(GAME, seed)
        for _ in play_on(match):
            state = match.state
            assert all(len({card.side for card in cards}) <= 1 for cards in state.standing.values())
            assert all(0 <= count <= 50 for count in state.counts.values())
            assert all(camp.fiat >= 0 for camp in state.camps.values())
            assert all(len([lay for lay in camp.draft if not lay.name]) <= 1 for camp in state.camps.values())


def test_equal_copies_are_the_same_to_everyone() -> None:
    """FRE-RUL-66: they are listed once and named alike."""
    table = Table({"phase": "lay_leader", "hand": {"leader": ["L2", "L2"]}})
    [decision] = decisions(table.rules, table.state)
    offered = decision.offers[0].choice.values

    assert len(offered) == len({str(value) for value in offered})
    assert table.do("leader", c.LayCard(card="L2", venue="club")) is None
    assert table.do("leader", c.LayCard(card="L2", venue="club")) is None


@pytest.mark.parametrize("deck", [*LEADER_DECKS, "opposition"])
def test_every_deck_has_cards_for_the_first_year(deck: str) -> None:
    """FRE-RUL-67."""
    cards = CONTENTS[0].decks[deck].cards

    assert any(CONTENTS[0].cards[card].cost == 1 for card in cards)

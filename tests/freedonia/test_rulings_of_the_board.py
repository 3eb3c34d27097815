"""What the rules text leaves open about venues, cards and powers, as this project reads it."""

from typing import Any

import pytest

from domain.freedonia import events as e
from domain.freedonia.rules.venues import guard, muzzle
from tests.freedonia.table import Table, totals

FORCE = {"side": "leader", "kind": "force"}


def revealed(
    given: dict[str, Any], opposition: dict[str, list[str]], leader: dict[str, list[str]], *dice: int
) -> Table:
    """A table on which both have laid and all is turned up."""
    table = Table(given, [opposition, leader])
    table.lay("opposition", opposition)
    table.lay("leader", leader)
    table.reveal(*dice)
    return table


def standing(table: Table, venue: str) -> list[tuple[str, str]]:
    return [(card.card, card.side) for card in table.state.standing[venue]]


@pytest.mark.parametrize(("option", "count"), [("decide", 25), ("skip", 22)])
def test_an_idle_venue_is_decided_unless_agreed_otherwise(option: str, count: int) -> None:
    """FRE-RUL-01."""
    given = {"options": {"idle_venues": option}, "standing": {"club": [{"card": "L3"}]}}

    assert count == revealed(given, {}, {}).state.counts["club"]


def test_with_plain_backs_nothing_tells_one_card_from_another() -> None:
    """FRE-RUL-02, FRE-RUL-03."""
    table = Table({"options": {"backs": "plain"}, "phase": "lay_opposition"}, ["O3"])
    table.lay("opposition", {"club": ["O3"]})

    assert [None] == [lay.face for lay in table.view("leader").board["club"].face_down]


def test_a_card_that_backfires_does_not_land() -> None:
    """FRE-RUL-04, FRE-RUL-29: no Muzzle starts, no call is made."""
    given = {
        "cards": {
            "X": {"side": "leader", "clout": 2, "risk": 1, "muzzle": "club", "brings": "R"},
            "R": {"side": "opposition"},
        },
        "record": {"opposition": {"R": "in_record"}},
    }
    table = revealed(given, {}, {"court": ["X"]}, 1)

    assert [] == [*table.events(e.MuzzleStarted), *table.events(e.RecordCalled)]
    assert {"R": "in_record"} == table.state.camps["opposition"].record


def test_the_opposition_turns_up_first_and_effects_come_before_the_deciding() -> None:
    """FRE-RUL-05, FRE-RUL-06."""
    given = {"cards": {"X": {"side": "opposition", "when_lands": ["club", "blue", 2]}}}
    table = revealed(given, {"court": ["X"]}, {"court": ["L2"]}, 6, 6)
    start = table.names.index("VenueOpened", table.names.index("VenueOpened") + 1)

    assert ["VenueOpened", "CardTurnedUp", "CountMoved", "CardTurnedUp", "VenueDecided"] == table.names[start:][:5]
    assert ["opposition", "leader"] == [event.seat for event in table.events(e.CardTurnedUp)]


def test_a_backfired_card_gives_its_printed_clout_even_to_an_attack_on_a_guard() -> None:
    """FRE-RUL-07, FRE-RUL-08."""
    cards = {
        "A": FORCE | {"clout": 2},
        "B": FORCE | {"clout": 2},
        "X": FORCE | {"clout": 5, "risk": 1, "combo": "court"},
    }
    table = revealed({"cards": cards, "standing": {"court": [{"card": "A"}, {"card": "B"}]}}, {}, {"court": ["X"]}, 1)

    assert {"leader": 4, "opposition": 5 - 2} == totals(table, "court")


def test_combo_counts_for_standing_cards_too_by_who_held_the_venue_as_the_year_began() -> None:
    """FRE-RUL-09."""
    given = {
        "cards": {"X": {"side": "leader", "clout": 2, "combo": "club"}},
        "standing": {"court": [{"card": "X"}]},
        "held": {"club": "leader"},
    }

    assert 4 == totals(revealed(given, {}, {}), "court")["leader"]


def test_same_kind_is_for_every_leader_card_once_and_in_its_first_year() -> None:
    """FRE-RUL-10, FRE-RUL-11."""
    given = {
        "cards": {name: FORCE | {"clout": 2} for name in "ABX"},
        "standing": {"court": [{"card": "A"}, {"card": "B"}]},
    }
    table = revealed(given, {}, {"court": ["X"]}, 6)
    assert 2 + 2 + (2 + 1) == totals(table, "court")["leader"]

    table.lay("leader", {})
    table.reveal()

    assert 2 + 2 == totals(table, "court")["leader"]


def test_the_strongest_are_told_by_strength_with_bonuses_and_of_equals_the_later_one_stays() -> None:
    """FRE-RUL-12, FRE-RUL-13."""
    given = {"cards": {"X": {"side": "leader", "clout": 2, "combo": "club"}}, "held": {"club": "leader"}}
    table = Table(given, ["L3a", "L3b"])
    table.state.standing["court"] = Table({"standing": {"court": [{"card": "L3a"}]}}).state.standing["court"]
    table.lay("leader", {"court": ["X", "L3b"]})
    table.reveal(6, 6)

    assert [("X", "leader"), ("L3b", "leader")] == standing(table, "court")


@pytest.mark.parametrize(("option", "stay"), [("inside", ["A", "L4"]), ("extra", ["A", "L3", "L4"])])
def test_a_bastion_takes_one_of_the_two_places_unless_agreed_otherwise(option: str, stay: list[str]) -> None:
    """FRE-RUL-14."""
    given = {
        "options": {"bastion_slot": option},
        "cards": {"A": {"side": "leader", "clout": 2, "bastion": True}},
        "standing": {"court": [{"card": "A"}]},
    }

    assert stay == [card for card, _ in standing(revealed(given, {}, {"court": ["L3", "L4"]}, 6, 6), "court")]


def test_all_bastions_stay_and_guard_once_more_together() -> None:
    """FRE-RUL-15, FRE-RUL-17, FRE-RUL-64."""
    given = {
        "cards": {name: {"side": "leader", "clout": 2, "bastion": True} for name in "ABC"},
        "standing": {"court": [{"card": "A"}, {"card": "B"}]},
    }
    table = revealed(given, {}, {"court": ["C"]}, 6)

    assert [(name, "leader") for name in "ABC"] == standing(table, "court")
    assert 1 + 1 == guard(table.rules, table.state, "court")


def test_a_bastion_of_the_opposition_guards_against_the_leader() -> None:
    """FRE-RUL-16."""
    given = {
        "cards": {"B": {"side": "opposition", "clout": 2, "bastion": True}},
        "standing": {"court": [{"card": "B"}]},
    }

    assert {"leader": 3, "opposition": 2} == totals(revealed(given, {}, {"court": ["L5"]}, 6), "court")


def test_a_captured_card_guards_and_has_no_category() -> None:
    """FRE-RUL-18."""
    given = {
        "cards": {"A": FORCE, "X": {"side": "opposition", "kind": "force"}},
        "standing": {"court": [{"card": "A"}, {"card": "X", "for": "leader"}]},
    }
    table = Table(given)

    assert 1 == guard(table.rules, table.state, "court")


def test_muzzles_add_up_but_take_nothing_from_nothing() -> None:
    """FRE-RUL-19, FRE-RUL-20, FRE-RUL-65."""
    given = {
        "cards": {name: {"side": "leader", "muzzle": "club"} for name in "AB"},
        "standing": {"court": [{"card": "A"}, {"card": "B"}]},
    }
    table = revealed(given, {"club": ["O1"]}, {}, 6)

    assert 2 == muzzle(table.rules, table.state, "club", "opposition")
    assert 0 == totals(table, "club")["opposition"]


def test_a_muzzle_on_a_venue_that_was_decided_waits_for_the_next_year() -> None:
    """FRE-RUL-21."""
    given = {"cards": {"M": {"side": "opposition", "clout": 5, "muzzle": "court"}}}
    table = revealed(given, {"club": ["M"]}, {"court": ["L4"]}, 6, 6)
    assert 4 == totals(table, "court")["leader"]
    table.turn_year()

    table.lay("leader", {})
    table.reveal()

    assert 3 - 1 == totals(table, "court")["leader"]


CAPTURE = {
    "T": {"side": "leader", "clout": 2, "turncoat": True},
    "X": {"side": "opposition", "clout": 3, "risk": 1, "suspend": True, "aim": True, "muzzle": "club"},
}


def test_a_captured_card_competes_for_the_two_places() -> None:
    """FRE-RUL-22."""
    table = revealed({"cards": CAPTURE}, {"court": ["X"]}, {"court": ["T", "L5"]}, 1, 6, 6)

    assert [("X", "leader"), ("L5", "leader")] == standing(table, "court")
    assert ["T"] == table.state.camps["leader"].discard


def test_a_captured_card_works_for_its_captor_but_its_powers_are_inert_and_it_goes_home() -> None:
    """FRE-RUL-23, FRE-RUL-24."""
    table = revealed({"year": 4, "cards": CAPTURE}, {"court": ["X"]}, {"court": ["T"]}, 1, 6)
    assert [None, None] == [event.aim_until for event in table.events(e.CardStands)]
    assert 0 == muzzle(table.rules, table.state, "club", "opposition")
    table.end_year()
    assert [] == table.events(e.ElectionSuspended)
    table.turn_year()
    assert 1 == muzzle(table.rules, table.state, "club", "opposition")

    for _ in range(2):
        table.turn_year()

    assert ["X"] == table.state.camps["opposition"].discard


def test_a_far_reaching_card_that_backfires_reaches_as_far_the_other_way() -> None:
    """FRE-RUL-25."""
    cards = {"F": {"side": "leader", "risk": 1, "far": True, "when_lands": ["parliament", "red", 5]}}

    assert 13 - 5 == revealed({"cards": cards}, {}, {"club": ["F"]}, 1).state.counts["parliament"]


def test_each_suspended_year_has_its_price_before_the_goals_are_looked_at() -> None:
    """FRE-RUL-32, FRE-RUL-33, FRE-RUL-34, FRE-RUL-36: also with the anger aimed elsewhere, and once."""
    given = {
        "year": 6,
        "goals": {"streets": 22},
        "cards": {
            "S": {"side": "leader", "clout": 4, "suspend": True},
            "Z": {"side": "leader", "clout": 4, "suspend": True, "aim": True},
        },
        "standing": {"newsroom": [{"card": "S"}, {"card": "Z", "aim_until": 8}]},
    }
    table = Table(given)
    table.end_year()

    assert (20, 0) == (table.state.counts["streets"], table.state.goal_streak)
    assert [False] == [event.met for event in table.events(e.GoalsChecked)]


@pytest.mark.parametrize(("option", "streak"), [("goals", 1), ("while_suspended", 0)])
def test_which_years_are_running_can_be_agreed(option: str, streak: int) -> None:
    """FRE-RUL-35."""
    table = Table({"year": 6, "goals": {"court": 22}, "options": {"streak": option}})
    table.end_year()

    assert streak == table.state.goal_streak


def test_a_suspender_that_the_opposition_took_suspends_nothing() -> None:
    """FRE-RUL-37."""
    given = {
        "year": 4,
        "cards": {"S": {"side": "leader", "clout": 4, "suspend": True}},
        "standing": {"newsroom": [{"card": "S", "for": "opposition"}]},
    }
    table = Table(given)
    table.end_year()

    assert 1 == len(table.events(e.ElectionHeld))


AIMED = {
    "year": 5,
    "cards": {
        "A": {"side": "leader", "clout": 4, "aim": True},
        "X": {"side": "leader", "clout": 1, "risk": 1, "when_lands": ["streets", "red", 2]},
        "Y": {"side": "opposition", "clout": 1, "when_lands": ["streets", "blue", 2]},
        "Z": {"side": "opposition", "clout": 1, "risk": 1, "when_lands": ["streets", "red", 2]},
    },
    "standing": {"newsroom": [{"card": "A", "since": 4, "aim_until": 6}]},
}


@pytest.mark.parametrize(("option", "count"), [("stay_home", 22), ("reverse", 25)])
def test_what_aimed_anger_does_can_be_agreed(option: str, count: int) -> None:
    """FRE-RUL-38."""
    table = revealed(AIMED | {"options": {"aim_anger": option}}, {"streets": ["O3"]}, {}, 6)

    assert count == table.state.counts["streets"]
    assert [("O3", "opposition")] == standing(table, "streets"), "FRE-RUL-41: only the move is affected"


def test_the_aim_works_in_the_year_the_card_came_to_stand_and_two_more() -> None:
    """FRE-RUL-39."""
    table = revealed(AIMED, {}, {"court": ["A"]}, 6)

    assert [5 + 2] == [event.aim_until for event in table.events(e.CardStands)]


@pytest.mark.parametrize(
    ("opposition", "leader", "die", "count"),
    [(["Y"], [], 6, 22), ([], ["X"], 1, 22), (["Z"], [], 1, 20)],
    ids=["a landed card", "a backfired card of the Leader", "its own backfire is the Leader's move"],
)
def test_moves_are_the_oppositions_if_the_opposition_gains(
    opposition: list[str], leader: list[str], die: int, count: int
) -> None:
    """FRE-RUL-40."""
    table = revealed(AIMED, {"club": opposition}, {"club": leader}, die)

    assert count == table.state.counts["streets"]


@pytest.mark.parametrize(("parliament", "reason"), [(0, "parliament_at_election"), (1, "election")])
def test_parliament_is_looked_at_before_the_goals(parliament: int, reason: str) -> None:
    """FRE-RUL-42, FRE-RUL-43: in the last year too."""
    counts = {"court": 30, "parliament": parliament}
    table = Table({"year": 40, "goals": {"court": 20}, "counts": counts})
    table.end_year()

    assert [reason] == [event.reason for event in table.events(e.GameEnded)]


def test_of_several_counts_that_fall_by_holding_the_first_ends_the_match() -> None:
    """FRE-RUL-44, FRE-RUL-45."""
    given = {
        "counts": {"newsroom": 1, "club": 1},
        "standing": {venue: [{"card": card}] for venue, card in (("newsroom", "O2a"), ("club", "O2b"))},
    }
    table = Table(given)
    table.turn_year()

    assert [("count_zero", "newsroom")] == [(event.reason, event.venue) for event in table.events(e.GameEnded)]
    assert 1 == table.state.counts["club"]


def test_an_order_bonus_needs_a_laid_card_not_a_landed_one() -> None:
    """FRE-RUL-68."""
    given = {"leader_order": "address", "cards": {"X": {"side": "leader", "clout": 3, "risk": 1}}}
    table = Table(given)
    table.lay("leader", {"court": ["X"]}, "court")
    table.reveal(1)
    assert {"leader": 2, "opposition": 3} == totals(table, "court")

    table = Table(given)
    table.lay("leader", {}, "court")
    table.reveal()

    assert {"leader": 0, "opposition": 0} == totals(table, "court")

"""The text lines of a match, read by somebody who has never seen the game."""

import re
from typing import get_args

import msgspec
import pytest

from domain.freedonia import commands as c
from domain.freedonia import events as e
from domain.freedonia.cards import content as f
from domain.freedonia.cards.printed import MARKS
from domain.freedonia.meta import SEATS
from domain.freedonia.text import text
from domain.kernel.audience import form_of, see
from domain.kernel.viewers import SPECTATOR
from tests.freedonia.table import HOUSE, Table

PAIRS = {venue: [{"card": "L1"}, {"card": "L1"}] for venue in ("court", "club")}


def story(table: Table) -> list[str]:
    """What the public reads of all events so far."""
    forms = [see(event, SPECTATOR, SEATS) for event in table.play.events]
    return [text(table.rules, form, SPECTATOR) for form in forms if form is not None]


@pytest.mark.parametrize(
    ("option", "line"),
    [
        ("stay_home", "The Streets are won, but the anger is aimed elsewhere: the Streets stay at 22."),
        ("reverse", "The Streets are won, but the aimed anger turns it round: 22 → 25."),
    ],
)
def test_a_count_that_does_not_move_as_it_was_won_says_why(option: str, line: str) -> None:
    """FRE-RUL-38: the move that was asked for is told beside where the count went."""
    given = {
        "options": {"aim_anger": option},
        "cards": {"A": {"side": "leader", "clout": 4, "aim": True}},
        "standing": {"newsroom": [{"card": "A", "aim_until": 3}]},
    }
    table = Table(given, "O3")
    table.lay("opposition", {"streets": ["O3"]})
    table.lay("leader", {})
    table.reveal(6)

    assert line in story(table)
    assert [-3] == [moved.wedges for moved in table.events(e.CountMoved) if moved.venue == "streets"]


def test_a_total_says_what_beside_the_cards_has_made_it() -> None:
    """FRE-CLOUT-06, FRE-CLOUT-07, FRE-VENUE-06; a guard that nobody attacks is no news."""
    cards = {"M": {"side": "opposition", "clout": 1, "muzzle": "court"}}
    given = {"leader_order": "address", "cards": cards, "standing": PAIRS}
    table = Table(given, ["O5", "L3"])
    table.lay("opposition", {"court": ["M", "O5"]})
    table.lay("leader", {"court": ["L3"]}, order="court")
    table.reveal(6, 6, 6)

    told = [line for line in story(table) if " decided: " in line]
    assert "The Court is decided: Leader 6 (order +2, Muzzle -1), Opposition 5 (guard -1); the Leader wins." == told[1]
    assert "The Club is decided: Leader 2, Opposition 0; the Leader wins." == told[-1]


@pytest.mark.parametrize(
    ("order", "seat", "line"),
    [
        ("injunction", "opposition", "The Opposition plays Injunction on the Club: the Leader may not lay there"),
        ("show_of_force", "leader", "The Leader plays Show of Force on the Club: none of its cards there backfires"),
        ("black_chamber", "leader", "The Leader plays The Black Chamber on the Club: it looks at what lies face down"),
        ("address", "leader", "The Leader plays Address to the Nation on the Club: its total there is 2 higher"),
    ],
)
def test_an_order_says_what_it_does(order: str, seat: str, line: str) -> None:
    """FRE-ORDER-04, FRE-ORDER-05."""
    table = Table({"phase": f"lay_{seat}"} | ({"leader_order": order} if seat == "leader" else {}))
    assert table.do(seat, c.PlayOrder(venue="club")) is None
    assert table.do(seat, c.Seal()) is None

    assert [each for each in story(table) if each.startswith(line)]


def test_holding_and_the_price_of_a_suspended_year_name_who_and_where() -> None:
    """FRE-YEAR-02, FRE-POWER-03."""
    given = {
        "cards": {"S": {"side": "leader", "clout": 4, "suspend": True}},
        "standing": {"court": [{"card": "O3"}], "club": [{"card": "S"}]},
    }
    table = Table(given)
    table.end_year()
    table.turn_year()

    assert ["The suspended year costs the Streets: 22 → 20.", "The Opposition holds the Court: 22 → 21."] == [
        line for line in story(table) if " 22 → " in line
    ][:2]


def test_whoever_gets_a_card_reads_all_that_is_printed_on_it() -> None:
    """FRE-CARD-01, FRE-RECORD-03."""
    table = Table()
    drawn = e.CardsDrawn(seat="leader", count=2, cards=("barracks_censor", "martial_law"))
    called = e.RecordCalled(seat="opposition", card="o_mothers", by="martial_law", outcome="joined")
    lines = [text(table.rules, form_of(event, "leader"), "leader") for event in (drawn, called)]

    assert re.search(r"The Barracks Censor \[voice; .* \$FIAT, clout .*; Newsroom; .*; Muzzle Newsroom\]", lines[0])
    assert re.search(r"Martial Law \[decree; .*; suspends elections; One-off; brings The Mothers' March\]\.$", lines[0])
    assert re.search(r"calls The Mothers' March \[youth; .*\]: it joins the hand of the Opposition\.$", lines[1])


def test_every_ability_has_its_words() -> None:
    """FRE-CARD-01: the vocabulary is closed."""
    told = {type(each) for card in HOUSE.cards.values() for each in card.abilities}

    assert told == set(get_args(f.Ability)) == set(MARKS) | {f.Combo, f.Muzzle, f.Brings}


def test_a_backfire_says_for_whom_the_card_counts() -> None:
    """FRE-BACK-02."""
    table = Table({"cards": {"X": {"side": "leader", "risk": 1}}})
    table.lay("opposition", {})
    table.lay("leader", {"club": ["X"]})
    table.reveal(1)

    assert "The Leader turns up X in the Club and rolls 1: it backfires and counts for the Opposition." in story(table)


def test_lines_with_several_names_are_whole_sentences() -> None:
    """FRE-YEAR-05, FRE-RECORD-05, FRE-ORDER-02."""
    table = Table()
    returned = ("o_rival_paper", "o_mothers")
    shed = e.CardsShed(
        seat="opposition", who=("opposition",), count=2, cards=returned, record_cards=returned, open=False
    )
    ended = e.TermEnded(term=1, lost=SEATS)
    told = [see(msgspec.structs.replace(event, to=7), SPECTATOR, SEATS) for event in (shed, ended)]

    assert [
        "The Opposition sheds 2 cards; back to the Record: The Rival Paper, The Mothers' March.",
        "Term 1 ends; orders lost unplayed: the Leader and the Opposition.",
    ] == [text(table.rules, form, SPECTATOR) for form in told if form is not None]

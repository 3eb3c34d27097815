"""The spec's vectors, played on a table: FRE-T-001 to FRE-T-149."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from domain.freedonia import events as e
from domain.freedonia.rules import hands, year
from domain.freedonia.state import Laying, Opening
from tests.freedonia.table import ORDERS, Table, totals

VECTORS = yaml.safe_load(Path(__file__).with_name("vectors.yaml").read_text(encoding="utf-8"))
PLAYED = [vector for vector in VECTORS if vector.get("check") != "engine"]


def lay(table: Table, wish: dict[str, Any]) -> None:
    """A sealed lay; the Leader's is turned up, after an empty one of the Opposition if there was none."""
    seat = wish["seat"]
    order = next((wish[key] for key in ORDERS if key in wish), None)
    table.lay(seat, wish.get("cards", {}), order)
    if seat == "leader":
        table.reveal(*wish.get("dice", []))


def swap(table: Table, wish: dict[str, Any]) -> None:
    """One seat's opening swap alone."""
    table.state.push(Opening())
    cards = tuple(wish["cards"])
    assert hands.why_not_swap(table.state, wish["seat"], cards) is None
    table.play.emit(e.OpeningSwapped(seat=wish["seat"], count=len(cards), cards=cards))
    hands.draw(table.play, wish["seat"], len(cards))


def favour(table: Table, wish: dict[str, Any]) -> None:
    table.state.push(Laying(seat=wish["seat"]))
    assert hands.why_not_favour(table.rules, table.state, wish["seat"], wish["card"]) is None
    hands.favour(table.rules, table.play, wish["seat"], wish["card"])


def run(vector: dict[str, Any]) -> Table:
    """Play a vector."""
    given = dict(vector["given"])
    for step in vector["when"]:
        for key, order in ORDERS.items():
            if key in step.get("lay", {}):
                given["leader_order"] = order
    table = Table(given, vector["when"])
    for step in vector["when"]:
        [(verb, wish)] = step.items()
        match verb:
            case "lay":
                lay(table, wish)
            case "year_ends":
                table.end_year()
            case "year_turns":
                table.turn_year(wish.get("shed"))
            case "favour":
                favour(table, wish)
            case "opening_swap":
                swap(table, wish)
    return table


def check_board(table: Table, then: dict[str, Any]) -> None:
    for venue, cards in then.get("standing", {}).items():
        here = [
            {"card": card.card, "for": card.side, "clout": table.rules.cards[card.card].clout - card.age}
            for card in table.state.standing[venue]
        ]
        assert sorted(cards, key=str) == sorted(here, key=str), venue
    for venue, sums in then.get("totals", {}).items():
        assert sums == totals(table, venue), venue
    for venue, count in then.get("counts", {}).items():
        assert count == table.state.counts[venue], venue


def check_camps(table: Table, then: dict[str, Any]) -> None:
    camps = table.state.camps
    for seat, cards in then.get("hand", {}).items():
        assert sorted(cards) == sorted(camps[seat].hand.faces())
    for seat, cards in then.get("discard", {}).items():
        assert sorted(cards) == sorted([*camps[seat].discard, *camps[seat].shed.faces()])
    for seat, cards in then.get("deck", {}).items():
        assert cards == camps[seat].deck.faces()
    for seat, places in then.get("record", {}).items():
        assert places == camps[seat].record
    for seat, amount in then.get("fiat", {}).items():
        assert amount == camps[seat].fiat
    for seat, ready in then.get("order", {}).items():
        assert ready == (camps[seat].order == "ready")
    if "out_of_game" in then:
        assert then["out_of_game"] == [card for camp in camps.values() for card in camp.removed]


def check_end(table: Table, then: dict[str, Any]) -> None:
    ended = table.events(e.GameEnded)
    found = [{"winner": each.winner, "reason": each.reason, "venue": each.venue} for each in ended]
    expected = [{"venue": None} | then["result"]] if "result" in then else []
    assert expected == found
    if "goal_streak" in then:
        assert then["goal_streak"] == table.state.goal_streak
    if "log" in then:
        assert then["log"] == [["captured", each.card] for each in table.events(e.CardCaptured)]


@pytest.mark.parametrize("vector", PLAYED, ids=[vector["id"] for vector in PLAYED])
def test_a_vector_of_the_spec_plays_as_it_says(vector: dict[str, Any]) -> None:
    table = run(vector)

    check_board(table, vector["then"])
    check_camps(table, vector["then"])
    check_end(table, vector["then"])


def test_no_part_of_a_vector_goes_unchecked() -> None:
    known = {"counts", "totals", "standing", "hand", "discard", "deck", "record", "fiat", "order", "out_of_game"}
    known |= {"result", "goal_streak", "log"}
    assert set() == {key for vector in PLAYED for key in vector["then"]} - known
    assert {year.DRAWN, year.HAND} == {3, 6}

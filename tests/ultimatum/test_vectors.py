"""The spec's vectors, played on a table: ULT-T-001 to ULT-T-125."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from domain.ultimatum import commands as c
from domain.ultimatum.meta import DISTRICTS, SEATS
from domain.ultimatum.rules.scoring import controller
from domain.ultimatum.rules.tokens import strength
from tests.ultimatum.table import Table

VECTORS = yaml.safe_load(Path(__file__).with_name("vectors.yaml").read_text(encoding="utf-8"))
PLAIN = [vector for vector in VECTORS if "check" not in vector]


def ability(wish: dict[str, Any]) -> c.Option:
    """An option from a vector's short form."""
    if "replace" in wish:
        district, out, into = wish["replace"]
        return c.Replace(district, out, into)
    if "evict" in wish:
        return c.Evict(*wish["evict"])
    if "place" in wish:
        return c.Reinforce(wish["place"])
    if "return" in wish:
        return c.Return(wish["return"])
    return c.Skip()


def place(table: Table, chain: list[bool], wish: dict[str, Any]) -> None:
    """Step 1 of a turn, with the Boss's choices in order."""
    command = c.PlaceToken(token=wish["token"], district=wish["district"])
    if table.do(command):
        table.refused.append(f"{wish['token']}@{wish['district']}")
        return
    tried = wish.get("ability", [])
    for each in tried if isinstance(tried, list) else [tried]:
        if not table.wishes():  # an only option was carried out without asking
            if table.names[-1] == "StepSkipped" and not isinstance(ability(each), c.Skip):
                table.refused.append(f"ability {each}")
            continue
        if table.choose(ability(each)):
            table.refused.append(f"ability {each}")
            continue
        if "replace" in each:
            chain.append(not chain_refused(table.names))
        if "chain" in each:
            assert table.choose(ability(each["chain"])) is None


def chain_refused(names: list[str]) -> bool:
    """Whether the last *Replace* was undone."""
    last = max(place for place, name in enumerate(names) if name == "TokenReplaced")
    return "ChainRefused" in names[last:]


def card_option(wish: dict[str, Any]) -> c.Option | None:
    """What is chosen for a played card."""
    if "swap" in wish:
        (s1, d1, t1), (s2, d2, t2) = wish["swap"]
        return c.Swap(c.Spot(s1, d1, t1), c.Spot(s2, d2, t2))
    if "place" in wish:
        return c.Place(*wish["place"])
    if "remove" in wish:
        district, token = wish["remove"]
        return c.Remove(token, district)
    if "move" in wish:
        seat, token, start, end = wish["move"][0]
        return c.Move(c.Spot(seat, start, token), end)
    return c.Skip() if wish.get("skip") else None


def play(table: Table, wish: dict[str, Any]) -> None:
    """Step 3 of a turn: a card and what is chosen for it."""
    before = table.copy()
    if table.do(c.PlayCard(card=wish["card"])):
        table.refused.append(wish["card"])
        return
    if "replay" in wish:
        if table.wishes() and isinstance(table.wishes()[0], c.Replay):
            assert table.choose(c.Replay(wish["replay"]["card"])) is None
        wish = wish["replay"]
    option = card_option(wish)
    if option is None or not table.wishes():
        return
    if table.choose(option):  # a vector plays a card and its choice as one
        table.refused.append(wish["card"])
        table.play.state = before


def run(vector: dict[str, Any]) -> tuple[Table, list[bool]]:
    """Play a vector."""
    table, chain = Table(vector["given"]), []
    for step in vector["when"]:
        [(verb, wish)] = step.items()
        if verb == "place":
            place(table, chain, wish)
        elif verb == "play":
            play(table, wish)
        else:
            assert table.do(c.EndTurn()) is None
    return table, chain


def check(table: Table, chain: list[bool], then: dict[str, Any]) -> None:
    """Compare what followed with what must follow."""
    state, rules = table.state, table.rules
    over = table.event("RoundEnded")
    assert then.get("refused", []) == table.refused
    assert then.get("round_over", False) == (over is not None)
    if "why" in then:
        assert then["why"] == over.reason
    for district, totals in then.get("strength", {}).items():
        assert totals == {s: strength(rules, state, district, s).total for s in totals}, district
    for district, seat in then.get("control", {}).items():
        assert seat == controller(rules, state, district)[0], district
    if "points" in then:
        held = [controller(rules, state, d)[0] for d in DISTRICTS]
        assert then["points"] == {seat: held.count(seat) for seat in SEATS}
    if over is None:
        check_cards(table, then)
    if "chain" in then:
        assert then["chain"] == chain


def check_cards(table: Table, then: dict[str, Any]) -> None:
    """Board, hands, piles and counter, as long as the round runs."""
    state = table.state
    for district, sides in then.get("board", {}).items():
        assert sides == {seat: state.here(district, seat) for seat in sides}, district
    for part in ("reserve", "eliminated"):
        for seat, counts in then.get(part, {}).items():
            assert counts == getattr(state.mats[seat], part)
    for seat, faces in then.get("hand", {}).items():
        assert sorted(faces) == sorted(state.mats[seat].hand.faces())
    for district, faces in then.get("piles", {}).items():
        assert faces == state.piles[district].faces()
    for seat, up in then.get("face_up", {}).items():
        assert up == state.mats[seat].face_up
    if "clock" in then:
        assert then["clock"] == [cell.card for cell in state.counter]
    if "set_aside" in then:
        assert [then["set_aside"]] == state.set_aside.faces()
    if "mover" in then:
        assert then["mover"] == state.mover


@pytest.mark.parametrize("vector", PLAIN, ids=[vector["id"] for vector in PLAIN])
def test_a_vector_of_the_spec_plays_as_it_says(vector: dict[str, Any]) -> None:
    table, chain = run(vector)
    check(table, chain, vector["then"])

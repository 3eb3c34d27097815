"""The vectors of the rules, played on a table: SND-TV-001 to SND-TV-131, one seat's campaign left out."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from domain.syndicate import commands as c
from domain.syndicate.frames import AnyFrame
from tests.syndicate.table import LETTERS, NODES, Table, names

VECTORS = yaml.safe_load(Path(__file__).with_name("vectors.yaml").read_text(encoding="utf-8"))
FIXTURES: dict[str, Any] = {"F4": (4, {}), "F3": (3, {}), "F2PH": (2, {"phantom": True})}
EMPTY = {"credits": 0, "influence": 0, "crew": 0}
GIVE = EMPTY | {"cards": [], "chips": [], "bases": []}
WANT = EMPTY | {"cards": 0, "chips": 0, "bases": []}


def fields(table: Table, name: str, given: dict[str, Any], trades: dict[str, int]) -> dict[str, Any]:
    """A command's fields from the short form of a vector."""
    given = names(given)
    match name:
        case "AttemptMission":
            return {"stance": None, "hands": "none", "chips": [], "abilities": []} | given
        case "AttemptRobbery":
            return {"hands": "none", "chips": [], "abilities": []} | given
        case "LaunchAssault":
            return {"chips": [], "abilities": []} | given
        case "SellCard":
            return given | {"gain": EMPTY | given["gain"]}
        case "PlayChip":
            return {"choice": None} | given
        case "ProposeTrade":
            want = {{"cards_any": "cards"}.get(key, key): value for key, value in given["want"].items()}
            return {"to": given["to"], "give": GIVE | given["give"], "want": WANT | want}
        case "AcceptTrade":
            return {"trade": trades.get(given["trade"], 0), "cards": given.get("cards", []), "chips": []}
        case "SubmitCollection":
            mining = {t: EMPTY | {kind: picks.count(kind) for kind in picks} for t, picks in given["mining"].items()}
            return given | {"mining": mining}
        case _:
            return given


def commands(table: Table, step: dict[str, Any], trades: dict[str, int]) -> list[c.SynCommand]:
    """The commands of a step; several lines of an exchange are as many commands."""
    name, given = step.get("cmd") or step["all"], step.get("with", {})
    many = given["lines"] if name == "Exchange" else [given]
    union: Any = c.SynCommand
    return [msgspec.convert({"type": f"syndicate.{name}", **fields(table, name, one, trades)}, union) for one in many]


def run(table: Table, what: str) -> None:
    """A stretch of play in which everybody does the default."""
    match what.split():
        case ["collection"] | ["col.draw"] | ["col.draw", *_]:
            table.collect()
        case ["turn_begin", letter]:
            table.begin_turn(LETTERS[letter])
        case ["sov.begin"]:
            table.sovereign()
        case ["to", "the", "next", "round"]:
            table.until_round(4)
        case ["to", "sovereign"]:
            table.until("SovereignPhaseBegan")
        case ["to", "round", number]:
            table.sovereign()
            table.until_round(int(number))
        case _:
            table.until("GameScored")


def play(table: Table, step: dict[str, Any], trades: dict[str, int], dice: dict[str, Any]) -> str | None:
    """One step; the code of its refusal, if it was refused."""
    if "run" in step:
        run(table, step["run"])
        return None
    seats = [LETTERS[step["by"]]] if "by" in step else [d.seat for d in table.asked() if d.must]
    refused = None
    for seat in seats:
        for command in commands(table, step, trades):
            refused = table.do(seat, command, **(step.get("dice") or dice)) or refused
    if "as" in step and refused is None:
        trades[step["as"]] = table.state.trade_count
    return refused.code if refused else None


def says(actual: Any, wanted: Any) -> bool:
    """Whether an event's field is as a vector has it; of a mapping only what it names."""
    actual = msgspec.to_builtins(actual)
    if isinstance(wanted, dict):
        return all(key in actual and says(actual[key], value) for key, value in wanted.items())
    if isinstance(wanted, list):
        return list(actual) == wanted
    return bool(actual == wanted)


def happened(events: list[Any], wanted: list[dict[str, Any]]) -> None:
    """The wanted events come in this order; others may stand between."""
    left = iter(events)
    for one in names(wanted):
        kind = one.pop("ev")
        assert any(
            type(event).__name__ == kind and all(says(getattr(event, key), value) for key, value in one.items())
            for event in left
        ), (kind, one, [type(event).__name__ for event in events])


def viewed(table: Table, wanted: dict[str, Any]) -> None:
    viewer = LETTERS[wanted["viewer"]]
    if "event" not in wanted:
        assert all(table.seen(name, viewer) is None for name in wanted["lacks"])
        return
    form = table.seen(wanted["event"], viewer)
    assert form is not None
    for name, value in names(wanted.get("has", {})).items():
        assert list(form[name]) == value if isinstance(value, list) else form[name] == value
    assert not set(wanted.get("lacks", [])) & set(form)


def check(table: Table, then: dict[str, Any], events: list[Any]) -> None:
    """Everything that a vector says came of it."""
    happened(events, then.get("events", []))
    for path, value in then.get("state", {}).items():
        if path.endswith("_includes"):
            assert set(value) <= set(table.look(path.removesuffix("_includes")))
        else:
            assert names(value) == table.look(path), path
    if "node" in then:
        top: AnyFrame | None = table.state.top
        assert NODES.get(then["node"]) == (type(top).__name__ if top else None)
    views = then.get("view", [])
    for one in views if isinstance(views, list) else [views]:
        viewed(table, one)
    absent = {type(event).__name__ for event in events} & set(then.get("absent_events", []))
    assert not absent
    for one in then.get("decisions", []):
        decided(table, one)


def decided(table: Table, wanted: dict[str, Any]) -> None:
    """What a decision lists, as a set of sets."""
    offers = table.question(LETTERS[wanted["seat"]], wanted["kind"]).offers
    choice: Any = offers[0].choice
    sets = choice.arms[0].fields["unpaid"] if wanted["kind"] == "collection" else choice.fields["flip"]
    assert {frozenset(one) for one in wanted.get("unpaid_options") or wanted["options"]} == set(
        map(frozenset, sets.values)
    )


def cases(vector: dict[str, Any]) -> list[dict[str, Any]]:
    """Each case of a vector, with what it shares with the others."""
    shared = {key: vector[key] for key in ("when", "options") if key in vector}
    return [
        shared | case | {"given": vector.get("given", {}) | case.get("given", {})}
        for case in vector.get("cases", [vector])
    ]


PLAYED = [(f"{vector['id']}-{n}", vector, case) for vector in VECTORS for n, case in enumerate(cases(vector))]


@pytest.mark.parametrize(("vector", "case"), [(v, c_) for _, v, c_ in PLAYED], ids=[id_ for id_, _, _ in PLAYED])
def test_a_vector_plays_as_the_rules_say(vector: dict[str, Any], case: dict[str, Any]) -> None:
    seats, chosen = FIXTURES[vector["fixture"]]
    table = Table(seats, case["given"], **(chosen | case.get("options", {})))
    then: dict[str, Any] = case.get("then", {})
    trace = {entry["after"]: entry for entry in then.get("trace", [])}
    trades: dict[str, int] = {}
    refused = None
    for number, step in enumerate(case.get("when", []), 1):
        start = len(table.events)
        refused = play(table, step, trades, case.get("dice", {}))
        if "refused" in step:
            assert step["refused"].lower() == refused
        elif number in trace:
            check(table, trace[number], table.events[start:])
    if "refused" in then:
        assert then["refused"].lower() == refused
    check(table, {key: value for key, value in then.items() if key != "trace"}, table.events)

"""The vectors of the NGATA campaign: SND-TV-012 to SND-TV-015, SND-TV-034, SND-TV-035, SND-TV-124 to SND-TV-128."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from domain.syndicate import commands as c
from tests.syndicate.campaign import Voyage

VECTORS = yaml.safe_load(Path(__file__).with_name("campaign.yaml").read_text(encoding="utf-8"))
NODES = {"solo.idle": "Idle", "solo.confront": "Confronting"}


def command(step: dict[str, Any]) -> c.SynCommand:
    more = {"SoloResolve": {"key": None}}.get(step["cmd"], {})
    union: Any = c.SynCommand
    made: c.SynCommand = msgspec.convert({"type": f"syndicate.{step['cmd']}", **more, **step.get("with", {})}, union)
    return made


def happened(voyage: Voyage, wanted: list[dict[str, Any]]) -> None:
    """The wanted events come in this order; others may stand between."""
    left = iter(voyage.play.events)
    for one in wanted:
        fields = {key: value for key, value in one.items() if key != "ev"}
        assert any(type(event).__name__ == one["ev"] and has(event, fields) for event in left), (one, voyage.names())


def has(event: Any, fields: dict[str, Any]) -> bool:
    actual = msgspec.to_builtins(event)
    actual |= {"reason": event.outcome.reason} if hasattr(event, "outcome") and hasattr(event.outcome, "reason") else {}
    return all(list(actual[k]) == v if isinstance(v, list) else actual[k] == v for k, v in fields.items())


def look(voyage: Voyage, path: str) -> Any:
    name = path.removeprefix("solo.")
    if name == "alert":
        return voyage.state.alert
    if name.startswith("keys."):
        return voyage.solo.keys.get(name.removeprefix("keys."), 0)
    return msgspec.to_builtins(getattr(voyage.solo, name))


def check(voyage: Voyage, then: dict[str, Any], refused: str | None) -> None:
    assert (then["refused"].lower() if "refused" in then else None) == refused
    happened(voyage, then.get("events", []))
    for path, value in then.get("state", {}).items():
        assert value == look(voyage, path), path
    if "node" in then:
        top = voyage.state.top
        assert NODES.get(then["node"]) == (type(top).__name__ if top else None)


def cases(vector: dict[str, Any]) -> list[dict[str, Any]]:
    shared = {key: vector[key] for key in ("when", "options", "fixture") if key in vector}
    given = vector.get("given", {})
    return [shared | case | {"given": given | case.get("given", {})} for case in vector.get("cases", [vector])]


PLAYED = [(f"{vector['id']}-{n}", vector, case) for vector in VECTORS for n, case in enumerate(cases(vector))]


@pytest.mark.parametrize(("vector", "case"), [(v, c_) for _, v, c_ in PLAYED], ids=[id_ for id_, _, _ in PLAYED])
def test_a_vector_plays_as_the_rules_say(vector: dict[str, Any], case: dict[str, Any]) -> None:
    voyage = Voyage(case["fixture"].lower(), case["given"], **case.get("options", {}))
    refused = None
    for step in case["when"]:
        refused = voyage.code(command(step), **(step.get("dice") or case.get("dice", {})))
    check(voyage, case["then"], refused)
    if "variant" in vector:
        again = Voyage("short", vector["given"] | vector["variant"]["given"])
        codes = [again.code(command(step)) for step in case["when"]]
        assert vector["variant"]["refused"].lower() == codes[vector["variant"]["at_step"] - 1]

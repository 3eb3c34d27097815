"""The language of choices: what it lists, it holds; what it draws or enumerates, it lists."""

from random import Random

import pytest

from domain.kernel.choices import (
    Arm,
    Budget,
    Case,
    Choice,
    OneOf,
    Order,
    Pick,
    Range,
    Record,
    Split,
    Text,
    each,
    holds,
    sample,
)

CHOICES: dict[str, Choice] = {
    "one_of": OneOf(("a", 1, True, None)),
    "range": Range(-2, 3),
    "pick": Pick(("a", "b", "b", "c"), 1, 3),
    "order": Order(("x", "y", "z")),
    "text": Text(5),
    "split": Split(4, {"red": 3, "blue": 2}),
    "budget": Budget({"rope": 1, "lamp": 2, "map": 4}, 5),
    "record": Record({"n": Range(0, 1), "who": OneOf(("ann", "bob"))}),
    "case": Case("what", (Arm("buy", {"n": Range(1, 2)}), Arm("pass", {}))),
}
NOT_HELD: list[tuple[str, object]] = [
    ("one_of", "b"),
    ("one_of", 1.0),
    ("one_of", 0),
    ("range", 4),
    ("range", True),
    ("range", "1"),
    ("range", 1.0),
    ("pick", []),
    ("pick", ["a", "a"]),
    ("pick", ["a", "b", "b", "c"]),
    ("pick", "ab"),
    ("pick", ["d"]),
    ("order", ["x", "y"]),
    ("order", ["x", "y", "y"]),
    ("text", "sixsix"),
    ("text", 5),
    ("split", {"red": 4, "blue": 0}),
    ("split", {"red": 3}),
    ("split", {"red": 2, "blue": 1}),
    ("split", {"red": 5, "blue": -1}),
    ("split", {"red": True, "blue": 3}),
    ("budget", ["lamp", "map"]),
    ("budget", ["rope", "rope"]),
    ("budget", ["sword"]),
    ("record", {"n": 0}),
    ("record", {"n": 0, "who": "ann", "more": 1}),
    ("record", []),
    ("case", {"what": "pass", "n": 1}),
    ("case", {"what": "buy"}),
    ("case", {"n": 1}),
]


@pytest.mark.parametrize("kind", CHOICES)
def test_every_sample_is_held(kind: str) -> None:
    rng = Random(1)
    assert all(holds(CHOICES[kind], sample(CHOICES[kind], rng)) for _ in range(300))


@pytest.mark.parametrize("kind", CHOICES)
def test_all_that_is_enumerated_is_held(kind: str) -> None:
    values = list(each(CHOICES[kind]))
    assert values
    assert all(holds(CHOICES[kind], value) for value in values)


@pytest.mark.parametrize("kind", sorted(CHOICES.keys() - {"text", "pick", "budget"}))
def test_samples_reach_every_enumerated_value(kind: str) -> None:
    rng = Random(2)
    drawn = [sample(CHOICES[kind], rng) for _ in range(500)]
    assert all(value in drawn for value in each(CHOICES[kind]))


@pytest.mark.parametrize(("kind", "value"), NOT_HELD)
def test_what_is_not_listed_is_not_held(kind: str, value: object) -> None:
    assert not holds(CHOICES[kind], value)


def test_a_split_lists_each_way_once() -> None:
    assert [{"red": 2, "blue": 2}, {"red": 3, "blue": 1}] == list(each(CHOICES["split"]))


def test_a_budget_lists_what_the_purse_pays() -> None:
    expected = [[], ["rope"], ["lamp"], ["map"], ["rope", "lamp"], ["rope", "map"]]
    assert expected == list(each(CHOICES["budget"]))


def test_enumeration_stops_at_its_limit() -> None:
    assert [0, 1, 2] == list(each(Range(0, 10**9), 3))

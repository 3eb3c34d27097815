"""The closed language in which decisions list their answers.

A choice says which values are allowed; `holds` checks one, `sample` draws one, `each` lists
them. Clients, bots, fuzzers and guards all read the same value.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations, product
from typing import Protocol, TypeVar, Union, cast

from msgspec import Struct

Value = object  # any JSON value
T = TypeVar("T")


class Source(Protocol):
    """Where `sample` gets its luck from: `random.Random`, or the provable chance of a match."""

    def randint(self, a: int, b: int, /) -> int: ...

    def choice(self, seq: Sequence[T], /) -> T: ...

    def choices(self, population: Sequence[T], /, *, k: int) -> list[T]: ...

    def sample(self, population: Sequence[T], /, k: int) -> list[T]: ...


class _Choice(Struct, frozen=True, tag_field="kind", rename=None):
    pass


class OneOf(_Choice, frozen=True, tag="one_of"):
    """One of the listed values."""

    values: tuple[Value, ...]


class Range(_Choice, frozen=True, tag="range"):
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int


class Pick(_Choice, frozen=True, tag="pick"):
    """Between `low` and `high` different values of the list, in any order."""

    of: tuple[Value, ...]
    low: int
    high: int


class Order(_Choice, frozen=True, tag="order"):
    """All the listed values, each once, in the order that you want."""

    of: tuple[Value, ...]


class Text(_Choice, frozen=True, tag="text"):
    """Free text of at most `max` characters."""

    max: int


class Split(_Choice, frozen=True, tag="split"):
    """`total` things shared out over the named parts, no part above its cap; all parts are named."""

    total: int
    caps: dict[str, int]


class Budget(_Choice, frozen=True, tag="budget"):
    """Any of the named things, each at most once, whose costs together stay within `purse`."""

    costs: dict[str, int]
    purse: int


class Record(_Choice, frozen=True, tag="record"):
    """An object with exactly these fields, each chosen on its own."""

    fields: dict[str, "Choice"] = {}


class Arm(Struct, frozen=True):
    """One arm of a case: the fields that go with `value`."""

    value: Value
    fields: dict[str, "Choice"]


class Case(_Choice, frozen=True, tag="case"):
    """An object in which the value of `field` decides which other fields there are."""

    field: str
    arms: tuple[Arm, ...]


Choice = Union[OneOf, Range, Pick, Order, Text, Split, Budget, Record, Case]  # noqa: UP007  # resolved by name at run time


def _is(left: Value, right: Value) -> bool:
    return type(left) is type(right) and left == right


def _distinct_of(values: Value, of: tuple[Value, ...]) -> bool:
    if not isinstance(values, list | tuple):
        return False
    left = list(of)
    for value in values:
        place = next((n for n, known in enumerate(left) if _is(known, value)), None)
        if place is None:
            return False
        del left[place]
    return True


def _fields_hold(fields: Mapping[str, Choice], value: Mapping[str, Value]) -> bool:
    return fields.keys() == value.keys() and all(holds(fields[name], value[name]) for name in fields)


def _case_holds(choice: Case, value: Mapping[str, Value]) -> bool:
    rest = {name: part for name, part in value.items() if name != choice.field}
    return choice.field in value and any(
        _is(arm.value, value[choice.field]) and _fields_hold(arm.fields, rest) for arm in choice.arms
    )


def _split_holds(choice: Split, value: Mapping[str, Value]) -> bool:
    parts = list(value.values())
    return (
        value.keys() == choice.caps.keys()
        and all(type(part) is int and 0 <= part <= choice.caps[name] for name, part in value.items())
        and sum(cast(list[int], parts)) == choice.total
    )


def _budget_holds(choice: Budget, value: Value) -> bool:
    return _distinct_of(value, tuple(choice.costs)) and (
        sum(choice.costs[name] for name in cast(list[str], value)) <= choice.purse
    )


def holds(choice: Choice, value: Value) -> bool:
    """Whether `value` is one of the values that `choice` lists."""
    match choice:
        case OneOf(values=values):
            return any(_is(known, value) for known in values)
        case Range(low=low, high=high):
            return type(value) is int and low <= value <= high
        case Pick(of=of, low=low, high=high):
            return _distinct_of(value, of) and low <= len(cast(list[Value], value)) <= high
        case Order(of=of):
            return _distinct_of(value, of) and len(cast(list[Value], value)) == len(of)
        case Text(max=most):
            return isinstance(value, str) and len(value) <= most
        case Split():
            return isinstance(value, dict) and _split_holds(choice, value)
        case Budget():
            return _budget_holds(choice, value)
        case Record(fields=fields):
            return isinstance(value, dict) and _fields_hold(fields, value)
        case Case():
            return isinstance(value, dict) and _case_holds(choice, value)


def _sample_split(choice: Split, rng: Source) -> dict[str, int]:
    parts = dict.fromkeys(choice.caps, 0)
    for _ in range(choice.total):
        name = rng.choice([name for name, cap in choice.caps.items() if parts[name] < cap])
        parts[name] += 1
    return parts


def _sample_budget(choice: Budget, rng: Source) -> list[str]:
    taken: list[str] = []
    left = choice.purse
    for name in rng.sample(sorted(choice.costs), rng.randint(0, len(choice.costs))):
        if choice.costs[name] <= left:
            taken.append(name)
            left -= choice.costs[name]
    return taken


def sample(choice: Choice, rng: Source) -> Value:
    """One of the listed values, drawn by `rng`; every value can come up."""
    match choice:
        case OneOf(values=values):
            return rng.choice(values)
        case Range(low=low, high=high):
            return rng.randint(low, high)
        case Pick(of=of, low=low, high=high):
            return rng.sample(of, rng.randint(low, high))
        case Order(of=of):
            return rng.sample(of, len(of))
        case Text(max=most):
            return "".join(rng.choices("abcdefghijklmnopqrstuvwxyz ", k=rng.randint(0, min(most, 20))))
        case Split():
            return _sample_split(choice, rng)
        case Budget():
            return _sample_budget(choice, rng)
        case Record(fields=fields):
            return {name: sample(part, rng) for name, part in fields.items()}
        case Case(field=field, arms=arms):
            arm = rng.choice(arms)
            return {field: arm.value} | {name: sample(part, rng) for name, part in arm.fields.items()}


def _each_record(fields: Mapping[str, Choice]) -> Iterator[dict[str, Value]]:
    return (
        dict(zip(fields, values, strict=True)) for values in product(*(list(each(part)) for part in fields.values()))
    )


def _each_split(total: int, caps: Mapping[str, int]) -> Iterator[dict[str, int]]:
    if not caps:
        if total == 0:
            yield {}
        return
    name, *rest = caps
    for part in range(min(total, caps[name]) + 1):
        yield from ({name: part, **others} for others in _each_split(total - part, {n: caps[n] for n in rest}))


def each(choice: Choice, limit: int = 10_000) -> Iterator[Value]:
    """The listed values in a fixed order, at most `limit` of them; of a text only the empty one."""
    return islice(_each(choice), limit)


def _each(choice: Choice) -> Iterator[Value]:
    match choice:
        case OneOf(values=values):
            return iter(values)
        case Range(low=low, high=high):
            return iter(range(low, high + 1))
        case Pick(of=of, low=low, high=high):
            return (list(some) for size in range(low, high + 1) for some in combinations(of, size))
        case Order(of=of):
            return (list(some) for some in permutations(of))
        case Text():
            return iter([""])
        case Split(total=total, caps=caps):
            return _each_split(total, caps)
        case Budget(costs=costs):
            subsets = (list(some) for size in range(len(costs) + 1) for some in combinations(costs, size))
            return (some for some in subsets if _budget_holds(choice, some))
        case Record(fields=fields):
            return _each_record(fields)
        case Case(field=field, arms=arms):
            return ({field: arm.value} | rest for arm in arms for rest in _each_record(arm.fields))

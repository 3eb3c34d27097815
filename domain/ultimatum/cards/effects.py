"""The effect language: what a step of a card can say (ULT-CARD-08)."""

from typing import Literal, Union

from msgspec import Struct, field

from domain.ultimatum.meta import District

Where = str | tuple[District, ...]
Whose = Literal["own", "enemy", "any"]


class _Step(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    pass


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a swap: whose token, and where it may stand."""

    whose: Whose
    where: Where


class Swap(_Step, frozen=True, tag="swap"):
    """Exchange two tokens of two different districts."""

    a: Side
    b: Side
    adjacent: bool = False


class Place(_Step, frozen=True, tag="place"):
    """One more token from the own reserve."""

    where: Where
    over_limit: bool
    optional: bool


class Remove(_Step, frozen=True, tag="remove"):
    """Eliminate one enemy token."""

    where: Where


class Move(_Step, frozen=True, tag="move"):
    """Move up to `count` tokens, one after the other, to a district with room."""

    whose: Whose
    to: Literal["adjacent", "any_other"]
    count: int
    optional: bool
    start: Where = field(name="from")


class Replay(_Step, frozen=True, tag="replay"):
    """Carry out another card of the counter."""


class StealRandom(_Step, frozen=True, tag="steal_random"):
    """A random card of the enemy hand joins the own hand."""


class LookAndBury(_Step, frozen=True, tag="look_and_bury"):
    """See the enemy hand; one card of it goes under its pile."""


class Hours(_Step, frozen=True, tag="hours"):
    """Fill further cells of the counter."""

    amount: int


class BarCards(_Step, frozen=True, tag="bar_cards"):
    """The enemy plays no card in their next turn."""


Step = Union[Swap, Place, Remove, Move, Replay, StealRandom, LookAndBury, Hours, BarCards]  # noqa: UP007  # for msgspec


class DistrictCard(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the 25 district cards. `label` says of each part whether it is printed, inferred or a substitute."""

    district: District
    name: str
    text: str
    effect: tuple[Step, ...]
    label: dict[str, Literal["printed", "inferred", "substitute"]]


class BossCard(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the seven Boss cards."""

    kind: Literal["basic", "special"]
    name: str
    text: str
    strength: int
    ability: Literal["suppress", "replace", "return_or_reinforce", "evict", "overseer", "informer"]
    compulsory: bool
    lasting: bool
    labels: dict[str, Literal["printed", "inferred", "substitute"]]


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole pack."""

    id: str
    schema: int
    districts: tuple[District, ...]
    limit: int
    adjacency: tuple[tuple[District, District], ...]
    labels: dict[str, str]
    tokens: dict[str, int]
    counter: int
    cards: dict[str, DistrictCard]
    bosses: dict[str, BossCard]

"""What a game is: a frozen record of data and pure functions. No base class, no hooks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

from msgspec import Struct

from domain.kernel.agenda import GameState
from domain.kernel.audience import Event
from domain.kernel.command import Command
from domain.kernel.decision import Answer, Decision, ShownDecision
from domain.kernel.outcome import Outcome
from domain.kernel.pack import Pack
from domain.kernel.play import Play
from domain.kernel.refusal import Refused
from domain.kernel.viewers import Seat, Viewer

R = TypeVar("R")
S = TypeVar("S", bound=GameState[Any])  # the frames are the game's own

Bot = Callable[[R, Struct, Sequence[ShownDecision], Random], Answer | None]
Upcaster = Callable[[dict[str, object]], dict[str, object]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Meta:
    """What people are told of a game before they play it.

    `seats` are the names of all seats in order, `counts` how many of them may play; `endings` are the
    reasons why a match can end, each with one line of text; `undo` is the default of that option; `windows`
    says whether it ever asks the system, or makes an answer wait, `limits` whether it ever limits the time of an
    answer by itself: others are spared the looking.
    """

    id: str
    title: str
    summary: str
    seats: tuple[Seat, ...]
    counts: tuple[int, ...]
    endings: Mapping[str, str]
    ruleset: str
    source: str
    undo: bool = False
    windows: bool = False
    limits: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game(Generic[R, S]):
    """A game, as DESIGN's laws for each function say.

    `rules(options, pack)` is built once for each pair and shared. `setup`, `decide` play on a private
    copy of the state and emit events; `why_not` is the one guard; `evolve` copies facts from event to
    state in place; `decisions` lists what `why_not` passes; `view` is built up from nothing; `text`
    gets redacted events and shown decisions alone; `back` names a card's back, `reseal` puts other
    sealed answers and such in place for the twin-world test.
    """

    meta: Meta
    options: type[Struct]
    packs: tuple[Pack, ...]
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    frame: object
    state: type[S]
    view_type: type[Struct]
    rules: Callable[[Any, Pack], R]  # options are of the game's own type
    setup: Callable[[R, Play[S], tuple[Seat, ...]], None]
    why_not: Callable[[R, S, Seat, Any], Refused | None]  # commands are of the game's own union
    decide: Callable[[R, Play[S], Seat, Any], None]
    evolve: Mapping[type[Event], Callable[[S, Any], None]]  # each function takes its own event
    decisions: Callable[[R, S], list[Decision]]
    view: Callable[[R, S, Viewer], Struct]
    outcome: Callable[[S], Outcome | None]
    text: Callable[[R, Struct, Viewer], str]
    bots: Mapping[str, Bot[R]]
    back: Callable[[str], str] = str
    reseal: Callable[[R, S, Viewer, Random], None] | None = None
    upcasters: Mapping[tuple[str, int], Upcaster] = field(default_factory=dict)

    def pack(self, hash_: str | None = None) -> Pack:
        """The pack with this hash, or the default one. KeyError when the game does not ship it."""
        return self.packs[0] if hash_ is None else {pack.hash: pack for pack in self.packs}[hash_]


AnyGame = Game[Any, Any]  # the kernel handles games whose rules and state types it does not know

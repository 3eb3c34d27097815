"""Parley's commands, events, state, view and text."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct, field

from domain.kernel.agenda import Frame, GameState
from domain.kernel.audience import Event, Nobody, Owner
from domain.kernel.command import Command
from domain.kernel.outcome import Outcome
from domain.kernel.zones import Card, Hand, Pile, Sealed


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How many rounds are played, and the seconds for each bid."""

    rounds: Literal[1, 2] = 1
    bid_s: int | None = None


class Stow(Command, frozen=True, tag="parley.Stow"):
    """Share two coins out over your chests."""

    chests: dict[str, int]


class Shop(Command, frozen=True, tag="parley.Shop"):
    """Buy any of the goods you can pay for."""

    goods: tuple[str, ...]


class Draw(Command, frozen=True, tag="parley.Draw"):
    """Draw a card."""


class Show(Command, frozen=True, tag="parley.Show"):
    """Play a card face up; the others may block it."""

    card: str


class React(Command, frozen=True, tag="parley.React"):
    """Block, or let it pass."""

    block: bool


class Close(Command, frozen=True, tag="parley.Close"):
    """Close the window that all have answered."""


class Done(Command, frozen=True, tag="parley.Done"):
    """End your turn."""


class Bid(Command, frozen=True, tag="parley.Bid"):
    """Bid coins, sealed."""

    coins: int


class Propose(Command, frozen=True, tag="parley.Propose"):
    """Offer the mover coins, out of turn, for one of its points."""

    coins: int


class Settle(Command, frozen=True, tag="parley.Settle"):
    """Take or decline what is proposed."""

    take: bool


COMMANDS: tuple[type[Command], ...] = (Stow, Shop, Draw, Show, React, Close, Done, Bid, Propose, Settle)


class Turn(Frame, tag="parley.Turn"):
    """A seat's free turn."""

    seat: str


class Window(Frame, tag="parley.Window"):
    """Some are asked whether they block; `about` is who acts."""

    about: str
    asked: list[str]


class Auction(Frame, tag="parley.Auction"):
    """All bid."""


AnyFrame = Turn | Window | Auction


class Place(Struct):
    """What a seat has."""

    coins: int = 10
    points: int = 0
    chests: dict[str, int] = {}
    goods: list[str] = []
    hand: Hand = field(default_factory=Hand)
    drawn: bool = False
    shown: bool = False


class State(GameState[AnyFrame], kw_only=True):
    """A match of Parley."""

    round: int = 0
    places: dict[str, Place] = {}
    deck: Pile = field(default_factory=Pile)
    table: list[str] = []
    answers: list[Sealed[int]] = []
    proposal: tuple[str, int] | None = None
    result: Outcome | None = None


class Dealt(Event, frozen=True, tag="parley.Dealt"):
    """The cards were shuffled and dealt."""

    hands: Nobody[dict[str, list[str]]]
    deck: Nobody[list[str]]


class RoundBegan(Event, frozen=True, tag="parley.RoundBegan"):
    """A round began."""

    round: int


class Stowed(Event, frozen=True, tag="parley.Stowed"):
    """Coins went into chests."""

    seat: str
    chests: dict[str, int]


class Bought(Event, frozen=True, tag="parley.Bought"):
    """Goods were bought."""

    seat: str
    goods: tuple[str, ...]
    cost: int


class Drawn(Event, frozen=True, tag="parley.Drawn"):
    """A card was drawn."""

    seat: str
    card: Owner[str]


class Showed(Event, frozen=True, tag="parley.Showed"):
    """A card was played face up."""

    seat: str
    card: str


class Answered(Event, frozen=True, tag="parley.Answered"):
    """A seat answered, sealed: whether it blocks, or its bid."""

    seat: str
    value: Owner[int]


class Opened(Event, frozen=True, tag="parley.Opened"):
    """The answers were opened; `winner` gets a point for `cost` coins, if there is one."""

    values: dict[str, int]
    winner: str | None
    cost: int


class Proposed(Event, frozen=True, tag="parley.Proposed"):
    """A seat offers coins for a point, or (coins null) nothing is on offer any more."""

    seat: str
    coins: int | None


class Traded(Event, frozen=True, tag="parley.Traded"):
    """A point changed hands for coins."""

    seat: str
    buyer: str
    coins: int


class TurnDone(Event, frozen=True, tag="parley.TurnDone"):
    """A seat's turn is over; what was proposed to it is void."""

    seat: str


class Ended(Event, frozen=True, tag="parley.Ended"):
    """The match is decided."""

    outcome: Outcome


def _dealt(state: State, event: Dealt) -> None:
    state.deck = Pile([Card(face) for face in event.deck])
    state.places = {seat: Place(hand=Hand([Card(face) for face in cards], seat)) for seat, cards in event.hands.items()}


def _round_began(state: State, event: RoundBegan) -> None:
    state.round, state.answers, state.proposal = event.round, [], None
    for place in state.places.values():
        place.drawn = place.shown = False


def _stowed(state: State, event: Stowed) -> None:
    place = state.places[event.seat]
    for chest, coins in event.chests.items():
        place.chests[chest] = place.chests.get(chest, 0) + coins
        place.coins -= coins


def _bought(state: State, event: Bought) -> None:
    place = state.places[event.seat]
    place.goods += event.goods
    place.coins -= event.cost


def _drawn(state: State, event: Drawn) -> None:
    place = state.places[event.seat]
    place.hand.put(state.deck.take(event.card).face)
    place.drawn = True


def _showed(state: State, event: Showed) -> None:
    place = state.places[event.seat]
    state.table.append(place.hand.take(event.card).face)
    place.shown = True


def _answered(state: State, event: Answered) -> None:
    state.answers.append(Sealed(event.seat, event.value))


def _opened(state: State, event: Opened) -> None:
    state.answers = []
    if event.winner is not None:
        state.places[event.winner].points += 1
        state.places[event.winner].coins -= event.cost


def _proposed(state: State, event: Proposed) -> None:
    state.proposal = None if event.coins is None else (event.seat, event.coins)


def _traded(state: State, event: Traded) -> None:
    giver, buyer = state.places[event.seat], state.places[event.buyer]
    giver.points, buyer.points = giver.points - 1, buyer.points + 1
    giver.coins, buyer.coins = giver.coins + event.coins, buyer.coins - event.coins
    state.proposal = None


def _turn_done(state: State, event: TurnDone) -> None:
    state.proposal = None


def _ended(state: State, event: Ended) -> None:
    state.result = event.outcome


EVOLVE: Mapping[type[Event], Callable[[State, Any], None]] = {
    Dealt: _dealt,
    RoundBegan: _round_began,
    Stowed: _stowed,
    Bought: _bought,
    Drawn: _drawn,
    Showed: _showed,
    Answered: _answered,
    Opened: _opened,
    Proposed: _proposed,
    Traded: _traded,
    TurnDone: _turn_done,
    Ended: _ended,
}
EVENTS: tuple[type[Event], ...] = tuple(EVOLVE)


class PlaceView(Struct, frozen=True):
    """What is seen of a seat."""

    coins: int
    points: int
    chests: dict[str, int]
    goods: tuple[str, ...]
    hand_size: int
    hand: tuple[str, ...]


class View(Struct, frozen=True, tag_field="type", tag="parley.View"):
    """The table."""

    round: int
    places: dict[str, PlaceView]
    deck: int
    table: tuple[str, ...]
    answered: tuple[str, ...]
    proposal: tuple[str, int] | None


def view(rules: Options, state: State, viewer: str) -> View:
    """The table as a viewer sees it."""
    places = {
        seat: PlaceView(p.coins, p.points, p.chests, tuple(p.goods), len(p.hand), tuple(p.hand.seen_by(viewer)))
        for seat, p in state.places.items()
    }
    answered = tuple(answer.seat for answer in state.answers)
    return View(state.round, places, len(state.deck), tuple(state.table), answered, state.proposal)


def text(rules: Options, thing: Struct, viewer: str) -> str:
    """A line of text."""
    return f"{getattr(thing, 'seat', 'The table')}: {getattr(thing, 'kind', type(thing).__name__)}."

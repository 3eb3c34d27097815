"""Bazaar's goods, command, events and state."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from domain.kernel.agenda import Frame, GameState
from domain.kernel.audience import Event, Nobody, Owner
from domain.kernel.command import Command
from domain.kernel.outcome import Outcome
from domain.kernel.zones import Card, Hand, Pile

SUITS = ("spice", "silk", "amber", "cedar")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
GOODS = ("salt", "wine", "iron", "wool", "dyes", "gold", "tea", "rice", "jade", "oil", "glass", "furs")
FACES = tuple(f"{rank} of {suit}" for suit in SUITS for rank in RANKS)
HAND, LEDGER, HISTORY = 5, 16, 8
LOW, HIGH = 1, 99


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """When the market closes."""

    moves: Annotated[int, Meta(ge=1, le=1_000_000, description="How many trades are made in all.")] = 1_000


class Trade(Command, frozen=True, tag="bazaar.Trade"):
    """Play the card in a slot of your hand and buy goods at the price of before."""

    slot: int
    good: int
    qty: int


COMMANDS: tuple[type[Command], ...] = (Trade,)


class Turn(Frame, tag="bazaar.Turn"):
    """A seat is to trade."""

    seat: str


class Row(Struct):
    """One trade in the ledger."""

    seq: int
    player: str = "-"
    good: str = "-"
    qty: int = 0
    price: int = 0
    card: str = "-"


class Stall(Struct):
    """One good in the market."""

    price: int
    history: list[int]
    supply: int = 40


class Trader(Struct):
    """What a seat has."""

    hand: Hand
    stocks: list[int]
    coins: int = 500
    moves: int = 0


class State(GameState[Turn], kw_only=True):
    """The market."""

    deck: Pile = field(default_factory=Pile)
    reshuffles: int = 0
    traders: dict[str, Trader] = {}
    market: list[Stall] = []
    discard: list[str] = []
    ledger: list[Row] = []
    moves: int = 0
    result: Outcome | None = None


class Dealt(Event, frozen=True, tag="bazaar.Dealt"):
    """The cards were shuffled and dealt."""

    hands: Nobody[dict[str, list[str]]]
    deck: Nobody[list[str]]


class Reshuffled(Event, frozen=True, tag="bazaar.Reshuffled"):
    """The discards became the deck."""

    deck: Nobody[list[str]]


class Traded(Event, frozen=True, tag="bazaar.Traded"):
    """A card was played, goods were bought and a price moved."""

    seat: str
    slot: int
    good: int
    qty: int
    paid: int
    price: int
    supply: int
    card: str


class Drew(Event, frozen=True, tag="bazaar.Drew"):
    """A card was drawn into the slot."""

    seat: str
    slot: int
    card: Owner[str]


class MarketClosed(Event, frozen=True, tag="bazaar.MarketClosed"):
    """The last trade was made."""

    outcome: Outcome


def value(face: str) -> int:
    """The value of a card, 1 to 13."""
    return FACES.index(face) % 13 + 1


def _dealt(state: State, event: Dealt) -> None:
    state.deck = Pile([Card(face) for face in event.deck])
    state.traders = {
        seat: Trader(Hand([Card(face) for face in cards], seat), [0] * len(GOODS))
        for seat, cards in event.hands.items()
    }
    state.market = [Stall(10 + n, [10 + n] * HISTORY) for n in range(len(GOODS))]
    state.ledger = [Row(n - LEDGER) for n in range(LEDGER)]


def _reshuffled(state: State, event: Reshuffled) -> None:
    state.deck, state.discard = Pile([Card(face) for face in event.deck]), []
    state.reshuffles += 1


def _traded(state: State, event: Traded) -> None:
    trader, stall = state.traders[event.seat], state.market[event.good]
    stall.price, stall.supply = event.price, event.supply
    stall.history[state.moves % HISTORY] = event.price
    trader.coins -= event.paid
    trader.stocks[event.good] += event.qty
    trader.moves += 1
    state.discard.append(event.card)
    each = event.paid // event.qty
    state.ledger[state.moves % LEDGER] = Row(state.moves, event.seat, GOODS[event.good], event.qty, each, event.card)
    state.moves += 1


def _drew(state: State, event: Drew) -> None:
    state.traders[event.seat].hand.cards[event.slot] = state.deck.take(event.card)


def _market_closed(state: State, event: MarketClosed) -> None:
    state.result = event.outcome


EVOLVE: Mapping[type[Event], Callable[[State, Any], None]] = {
    Dealt: _dealt,
    Reshuffled: _reshuffled,
    Traded: _traded,
    Drew: _drew,
    MarketClosed: _market_closed,
}
EVENTS: tuple[type[Event], ...] = tuple(EVOLVE)

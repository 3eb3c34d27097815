"""What is seen of the bazaar: all but the deck and the others' hands, goals and notes."""

from msgspec import Struct

from domain.kernel.zones import Hand
from tests.games.bazaar.table import FACES, GOODS, HAND, HIGH, LOW, Options, Row, State, Trader, value

TERRAINS = ("plain", "hills", "coast", "desert", "forest", "river")
TILES = 48


class CardView(Struct, frozen=True):
    """A card."""

    id: int
    suit: str
    rank: str
    value: int
    name: str


class Goal(Struct, frozen=True):
    """What a seat is after."""

    good: str
    target: int
    bonus: int


class Private(Struct, frozen=True):
    """A seat's own."""

    hand: tuple[CardView, ...]
    goals: tuple[Goal, ...]
    note: str


class Public(Struct, frozen=True, rename="camel"):
    """What all see of a seat."""

    name: str
    coins: int
    score: int
    hand_count: int
    moves: int
    stocks: dict[str, int]


class StallView(Struct, frozen=True):
    """One good in the market."""

    good: str
    price: int
    supply: int
    demand: int
    low: int
    high: int
    history: tuple[int, ...]


class Yields(Struct, frozen=True):
    """What a tile gives."""

    good: str
    amount: int


class Tile(Struct, frozen=True):
    """A tile of the board, which never changes."""

    id: int
    terrain: str
    owner: str | None
    level: int
    links: tuple[int, int]
    yields: Yields


class View(Struct, frozen=True, tag_field="type", tag="bazaar.View", rename="camel"):
    """The bazaar."""

    players: dict[str, Private]
    pub: dict[str, Public]
    market: tuple[StallView, ...]
    board: tuple[Tile, ...]
    discard: tuple[int, ...]
    ledger: tuple[Row, ...]
    move_no: int


BOARD = tuple(
    Tile(n, TERRAINS[n % 6], None, 0, ((n + 1) % TILES, (n + 7) % TILES), Yields(GOODS[n % 12], 1 + n % 3))
    for n in range(TILES)
)


def _card(face: str) -> CardView:
    rank, suit = face.split(" of ")
    return CardView(FACES.index(face), suit, rank, value(face), face)


CARDS = {face: _card(face) for face in FACES}


def _private(seat: str, place: int, hand: Hand) -> Private:
    goals = tuple(Goal(GOODS[(place * 3 + n * 5) % 12], 10 + place + n, 25) for n in (0, 1))
    return Private(tuple(CARDS[face] for face in hand.faces()), goals, f"private-to-{seat}")


def _public(place: int, trader: Trader) -> Public:
    stocks = dict(zip(GOODS, trader.stocks, strict=True))
    return Public(f"Player {place}", trader.coins, 0, HAND, trader.moves, stocks)


def view(rules: Options, state: State, viewer: str) -> View:
    """The bazaar as a viewer sees it."""
    seats = list(state.traders)
    own = [viewer] if viewer in seats else []
    return View(
        players={seat: _private(seat, seats.index(seat), state.traders[seat].hand) for seat in own},
        pub={seat: _public(place, state.traders[seat]) for place, seat in enumerate(seats)},
        market=tuple(
            StallView(good, stall.price, stall.supply, 20, LOW, HIGH, tuple(stall.history))
            for good, stall in zip(GOODS, state.market, strict=True)
        ),
        board=BOARD,
        discard=tuple(CARDS[face].id for face in state.discard),
        ledger=tuple(state.ledger),
        move_no=state.moves,
    )


def text(rules: Options, thing: Struct, viewer: str) -> str:
    """A line of text."""
    return f"{getattr(thing, 'seat', 'The table')}: {getattr(thing, 'kind', type(thing).__name__)}."

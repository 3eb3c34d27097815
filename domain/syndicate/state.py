"""The state of a match of SYNDICATE. Hidden cards lie in piles, hands, slots and seals alone."""

from msgspec import Struct, field

from domain.kernel.agenda import GameState
from domain.kernel.outcome import Outcome
from domain.kernel.zones import Hand, Pile, Sealed, Slot
from domain.syndicate.frames import AnyFrame, Turn, WaitForPhantom
from domain.syndicate.meta import PHANTOM
from domain.syndicate.resources import NOTHING, Bundle


class Orders(Struct, frozen=True):
    """Kinds of windows that a seat always passes, and how long (SND-WIN-09): given in which round, and after
    how many changes of its slot."""

    kinds: tuple[str, ...] = ()
    until: str = "off"
    round: int = 0
    changes: int = 0


class Mat(Struct):
    """What a seat has. `spent` are the abilities used this round; `market` the boxes with an own cube on
    each ladder; `won` the attempts that succeeded; `slot_changes` how often its slot changed."""

    syndicate: str = ""
    purse: Bundle = NOTHING
    dice_armed: int = 2
    dice_used: int = 0
    tech: int = 0
    assault: int = 0
    reinf_armed: int = 0
    reinf_used: int = 0
    hand: Hand = field(default_factory=Hand)
    slot: Slot = field(default_factory=Slot)
    slot_changes: int = 0
    chips: Hand = field(default_factory=Hand)
    offered: Hand = field(default_factory=Hand)
    techs: list[str] = []
    spent: list[str] = []
    ranks: list[int] = []
    market: dict[str, list[int]] = field(default_factory=lambda: {"tech": [], "assault": []})
    awards: list[str] = []
    won: int = 0
    orders: Sealed[Orders] | None = None


class Base(Struct):
    """A territory that somebody owns. `resting` holds the reasons `tax` and `crew`; the blockade is where
    the destroyer is."""

    owner: str
    fortified: bool = False
    resting: list[str] = []
    research: int = 0


class Trade(Struct):
    """An open offer of `seat` to `to`. Offered cards and chips lie in it, seen by both."""

    id: int
    seat: str
    to: str
    give: Bundle
    bases: tuple[str, ...]
    cards: Hand
    chips: Hand
    want: Bundle
    want_cards: int
    want_chips: int
    want_bases: tuple[str, ...]


class Special(Struct):
    """The special mission that is going on (SND-SOLO-25): what was delivered, where crystals were collected."""

    card: str
    delivered: int = 0
    collected: list[str] = []


class Tile(Struct, frozen=True):
    """A confrontation tile on the board: trouble that was fled from, or a trader."""

    territory: str
    card: str
    kind: str


class Campaign(Struct):
    """The NGATA campaign of one seat. `placed` holds the keys in each vault, `opened` is the number of open
    vaults; `gone` are missions that never return; `facing` is the confrontation at hand."""

    seat: str
    ship: str
    fuel: int
    purse: Bundle
    assault: int
    contraband: int = 0
    keys: dict[str, int] = {}
    techs: list[str] = []
    hand: list[str] = []
    special: Special | None = None
    decks: dict[str, Pile] = {}
    fuel_deck: Pile = field(default_factory=Pile)
    confrontations: Pile = field(default_factory=Pile)
    gone: list[str] = []
    fuel_done: list[str] = []
    confrontations_done: list[str] = []
    opened: int = 0
    placed: dict[str, int] = {}
    tiles: list[Tile] = []
    traders: list[str] = []
    facing: str | None = None
    refuels: int = 0

    def troubled(self) -> list[Tile]:
        """The trouble tiles where the ship is (SND-SOLO-39)."""
        return [tile for tile in self.tiles if tile.kind == "trouble" and tile.territory == self.ship]


class State(GameState[AnyFrame], kw_only=True):
    """Everything of a match that its commits say.

    `circle` are all parties clockwise, beginning with the one that began the match; `done` those that
    have finished this phase; `mover` is the last whose turn began; `in_play` is the face of the attempt being made.
    """

    round: int = 0
    final_round: int | None = None
    circle: list[str] = []
    first: str = ""
    mover: str = ""
    done: list[str] = []
    alert: int = 1
    destroyer: str | None = None
    mats: dict[str, Mat] = {}
    bases: dict[str, Base] = {}
    board_chips: dict[str, Slot] = {}
    chip_box: Pile = field(default_factory=Pile)
    chips_played: list[str] = []
    deck: Pile = field(default_factory=Pile)
    discard: list[str] = []
    in_play: list[str] = []
    sov_deck: Pile = field(default_factory=Pile)
    sov_box: Pile = field(default_factory=Pile)
    sov_done: list[str] = []
    techs: list[str] = []
    trades: list[Trade] = []
    trade_count: int = 0
    campaign: Campaign | None = None
    result: Outcome | None = None

    @property
    def solo(self) -> Campaign:
        """The campaign. ValueError in a match of several seats."""
        if self.campaign is None:
            raise ValueError("no campaign")
        return self.campaign

    def passes(self, seat: str, kind: str) -> bool:
        """SND-WIN-09: whether standing orders of a seat are in force that pass this kind of window."""
        mat = self.mats[seat]
        orders = mat.orders.value if mat.orders else Orders()
        over = (orders.until == "round_end" and orders.round != self.round) or (
            orders.until == "slot_change" and orders.changes != mat.slot_changes
        )
        return kind in orders.kinds and not over

    @property
    def seats(self) -> tuple[str, ...]:
        """The real seats, in the order of the match."""
        return tuple(self.mats)

    @property
    def has_phantom(self) -> bool:
        """Whether the phantom plays."""
        return PHANTOM in self.circle

    @property
    def active(self) -> str:
        """The party whose turn it is now, or nobody."""
        for frame in self.agenda:
            if isinstance(frame, Turn):
                return frame.seat
            if isinstance(frame, WaitForPhantom):
                return PHANTOM
        return ""

    def clockwise(self, start: str) -> list[str]:
        """The real seats from a party on, clockwise (the phantom left out)."""
        at = self.circle.index(start)
        return [party for party in (*self.circle[at:], *self.circle[:at]) if party != PHANTOM]

    def owner(self, territory: str) -> str | None:
        """Who owns a territory, or None."""
        base = self.bases.get(territory)
        return base.owner if base else None

    def trade(self, number: int) -> Trade | None:
        """The open offer with this number."""
        return next((trade for trade in self.trades if trade.id == number), None)

"""The form of the NGATA campaign's cards (rulebook: NGATA)."""

from typing import Literal, Union

from msgspec import Struct

from domain.syndicate.cards.effects import Zone
from domain.syndicate.cards.record import Record

Colour = Literal["crimson", "cobalt", "jade", "amber"]
Cargo = int | Literal["all"]


class Vault(Record, frozen=True, kw_only=True):
    """A vault: in which set-up and order, where, and the keys that open it."""

    id: str
    setup: Literal["short", "long"]
    order: int
    territory: str
    keys: dict[Colour, int]
    story: str


class Reward(Struct, frozen=True, forbid_unknown_fields=True):
    """Credits, keys and assault levels."""

    credits: int = 0
    keys: dict[Colour, int] = {}
    assault: int = 0


class MoreDice(Struct, frozen=True, forbid_unknown_fields=True):
    """Extra hands: so many more dice for so many credits."""

    dice: int
    credits: int


class _Mission(Record, frozen=True, kw_only=True, tag_field="kind"):
    id: str
    deck: str


class Ordinary(_Mission, frozen=True, kw_only=True, tag="ordinary"):
    """Done at its place with dice, each of which may win."""

    territory: str
    win_at: int
    hands: tuple[MoreDice, ...]
    reward: Reward
    fail_alert: int


class Courier(_Mission, frozen=True, kw_only=True, tag="courier"):
    """Contraband to be brought somewhere; the table says what so many delivered ones bring."""

    start: str
    load: int
    destinations: tuple[str, ...]
    table: tuple[Reward, ...]


class TechJob(_Mission, frozen=True, kw_only=True, tag="tech"):
    """Crystals to be collected and brought to a research center, for an advanced tech."""

    start: str
    pickups: tuple[str, ...]
    deliver_to: str
    tech: str


class Defense(_Mission, frozen=True, kw_only=True, tag="defense"):
    """A site to be held with one die; crystals help."""

    start: str
    site: str
    win_at: int
    crystals_at: tuple[str, ...]
    crystal_bonus: int
    influence: int
    credits: int
    fail_alert: int


SoloMission = Union[Ordinary, Courier, TechJob, Defense]  # noqa: UP007  # resolved by name at run time


class SoloTech(Record, frozen=True, kw_only=True):
    """An advanced tech of the campaign: what it changes, and by or to how much."""

    id: str
    name: str
    perk: Literal["route_limit", "fuel_cap", "calmer_jump", "extra_die"]
    n: int


class FuelCard(Record, frozen=True, kw_only=True):
    """A face of the fuel deck."""

    face: str
    name: str
    copies: int
    effect: Literal["refuel", "customs", "confrontation", "bunker"]


class Goods(Struct, frozen=True, forbid_unknown_fields=True):
    """What a price or a deal is made of; `key_any` are keys of any colour, `key_choice` of a chosen one."""

    credits: int = 0
    influence: int = 0
    crew: int = 0
    fuel: int = 0
    contraband: int = 0
    key_any: int = 0
    key_choice: int = 0
    alert: int = 0
    assault: int = 0


class Aftermath(Struct, frozen=True, forbid_unknown_fields=True):
    """What comes of an option; losses take at most what is there. `cargo` is contraband lost."""

    credits: int = 0
    influence: int = 0
    crew: int = 0
    fuel: int = 0
    assault: int = 0
    alert: int = 0
    cargo: Cargo = 0
    key_any_or_alert: int = 0


class Way(Struct, frozen=True, forbid_unknown_fields=True):
    """One way out of a confrontation: a price, contraband to give up, a roll, and what comes of it."""

    name: str
    pay: Goods = Goods()
    cargo: Cargo = 0
    fight: int = 0
    bluff: int = 0
    effect: Aftermath = Aftermath()
    win: Aftermath = Aftermath()
    lose: Aftermath = Aftermath()


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """What a trader takes and gives."""

    name: str
    give: Goods
    get: Goods


class Confrontation(Record, frozen=True, kw_only=True):
    """A confrontation card; a trader has deals instead of ways out."""

    id: str
    name: str
    side: Literal["sovereign", "syndicate", "trader"]
    flee: bool
    options: tuple[Way, ...] = ()
    offers: tuple[Deal, ...] = ()


class Jump(Struct, frozen=True, forbid_unknown_fields=True):
    """A hyperjump between two zones: fuel, dice, and the highest dice that are clean or only bring trouble."""

    zones: tuple[Zone, Zone]
    fuel: int
    dice: int
    clean: int
    trouble: int


class SoloStart(Struct, frozen=True, forbid_unknown_fields=True):
    """What a campaign begins with."""

    credits: int
    influence: int
    crew: int
    assault: int
    fuel: int
    ship: str

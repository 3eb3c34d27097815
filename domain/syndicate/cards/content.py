"""The form of a content pack. Every record says where its face comes from (SND-CP-21)."""

from typing import Literal

from msgspec import Struct

from domain.syndicate.cards import campaign
from domain.syndicate.cards.effects import Effect, Rate, Zone
from domain.syndicate.cards.record import Provenance, Record
from domain.syndicate.resources import Bundle


class TerritoryCard(Record, frozen=True, kw_only=True):
    """A territory and its base card."""

    id: str
    name: str
    zone: Zone
    special: Literal["none", "military", "research", "mining", "casino"]
    boxes: int = 0
    beams: tuple[str, ...] = ()
    yields: int = 0


class ZoneCard(Record, frozen=True, kw_only=True):
    """The figures of a zone; a negative crew income is what a base costs."""

    id: Zone
    buy: Bundle
    income: Bundle
    fortify: Bundle


class Route(Record, frozen=True, kw_only=True):
    """A trade route and what owning all of it brings."""

    id: str
    members: tuple[str, ...]
    bonus: Bundle


class Syndicate(Record, frozen=True, kw_only=True):
    """A syndicate's mat."""

    id: str
    name: str
    start: Bundle
    income: Bundle
    tech: int
    assault: int
    bonus: Effect | None = None


class ChipFace(Record, frozen=True, kw_only=True):
    """A face of bonus chips."""

    face: str
    name: str
    zone: Zone
    copies: int
    use: Literal["turn", "mission", "assault"]
    effect: Effect


class SovereignCard(Record, frozen=True, kw_only=True):
    """A Sovereign card."""

    id: str
    name: str
    kind: Literal["final", "crackdown", "tax", "loss", "choice_loss", "global"]
    pardonable: bool
    effect: tuple[Effect, ...]


class AlertTrack(Record, frozen=True, kw_only=True):
    """The alert track for some numbers of seats: its end, and where orange and red begin."""

    seats: tuple[int, ...]
    max: int
    orange: int
    red: int


class Feat(Struct, frozen=True, forbid_unknown_fields=True):
    """What has to be reached: so many of something."""

    kind: Literal["bases", "route", "zones", "inner", "assault", "rank", "won"]
    n: int


class Award(Record, frozen=True, kw_only=True):
    """An award box."""

    id: str
    name: str
    feat: Feat
    text: str
    vp: int


class Tech(Record, frozen=True, kw_only=True):
    """An advanced tech."""

    id: str
    name: str
    limit: Literal["always", "once_per_round"]
    effect: Effect


class Hands(Struct, frozen=True, forbid_unknown_fields=True):
    """Extra hands of a card: what they cost, and by how much they lower the winning value."""

    cost: Bundle
    lowers_by: int


class Rows(Struct, frozen=True, forbid_unknown_fields=True):
    """The smallest winning value of a mission, by who owns its territory."""

    vacant: int
    own: int
    coop: int
    uncoop: int


class Mission(Record, frozen=True, kw_only=True):
    """A mission card."""

    id: str
    territory: str
    min_round: int
    win_at: Rows
    hands: Hands | None
    reward: Bundle
    story: str


class Dice(Struct, frozen=True, forbid_unknown_fields=True):
    """Consequence dice of a robbery, by the side of the target's tile."""

    unfortified: int
    fortified: int


class Robbery(Record, frozen=True, kw_only=True):
    """A robbery card."""

    id: str
    zone: Zone
    min_round: int
    win_at: int
    hands: Hands
    dice: Dice


class Sleeper(Record, frozen=True, kw_only=True):
    """A sleeper card: when it may be played, by whom, against whom, and what it does."""

    face: str
    name: str
    copies: int
    window: Literal[
        "rest", "mission_announced", "mission_succeeded", "assault_announced", "sovereign_revealed", "sleeper_played"
    ]
    who: Literal["any_other", "robbed_seat", "defender", "any", "sleeper_victim"]
    victim: Literal["acting_seat", "chosen_rival", "none"]
    text: str
    effect: tuple[Effect, ...]


class Content(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole pack."""

    id: str
    territories: tuple[TerritoryCard, ...]
    zones: tuple[ZoneCard, ...]
    routes: tuple[Route, ...]
    syndicates: tuple[Syndicate, ...]
    exchange: tuple[Rate, ...]
    chips: tuple[ChipFace, ...]
    sovereign: tuple[SovereignCard, ...]
    alert: tuple[AlertTrack, ...]
    market: dict[str, tuple[int, ...]]
    market_label: dict[str, Provenance]
    market_source: str
    tech_max: int
    assault_max: int
    bonus_credits: tuple[int, int, int]
    fallback_credits: int
    awards: tuple[Award, ...]
    techs: tuple[Tech, ...]
    missions: tuple[Mission, ...]
    robberies: tuple[Robbery, ...]
    sleepers: tuple[Sleeper, ...]
    vaults: tuple[campaign.Vault, ...]
    solo_missions: tuple[campaign.SoloMission, ...]
    solo_techs: tuple[campaign.SoloTech, ...]
    fuel: tuple[campaign.FuelCard, ...]
    confrontations: tuple[campaign.Confrontation, ...]
    tiles: dict[str, int]
    jumps: tuple[campaign.Jump, ...]
    solo_start: campaign.SoloStart

"""The packs that ship with the game, and the rules record built from options and a pack."""

from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Final

import msgspec

from domain.kernel.pack import Pack
from domain.syndicate.cards import campaign
from domain.syndicate.cards import content as c
from domain.syndicate.options import Options

PARTS: Final = ("board", "syndicates", "chips", "sovereign", "tracks", "techs", "operations", "campaign")


def _house() -> Pack:
    """The house pack, put together from its parts."""
    folder = files("domain.syndicate") / "cards"
    whole: dict[str, object] = {"id": "syndicate-house-1"}
    for part in PARTS:
        whole |= msgspec.json.decode(folder.joinpath(f"{part}.json").read_bytes(), type=dict[str, object])
    return Pack(msgspec.json.encode(whole))


PACKS: Final = (_house(),)


@dataclass(frozen=True, eq=False)
class Rules:
    """Options and content, indexed once."""

    options: Options
    content: c.Content

    @cached_property
    def territories(self) -> dict[str, c.TerritoryCard]:
        """Territories by id, in the order of the pack."""
        return {card.id: card for card in self.content.territories}

    @cached_property
    def zones(self) -> dict[str, c.ZoneCard]:
        """Zones by id."""
        return {zone.id: zone for zone in self.content.zones}

    @cached_property
    def syndicates(self) -> dict[str, c.Syndicate]:
        """Syndicates by id."""
        return {card.id: card for card in self.content.syndicates}

    @cached_property
    def chips(self) -> dict[str, c.ChipFace]:
        """Bonus chips by face."""
        return {chip.face: chip for chip in self.content.chips}

    @cached_property
    def sovereign(self) -> dict[str, c.SovereignCard]:
        """Sovereign cards by id."""
        return {card.id: card for card in self.content.sovereign}

    @cached_property
    def techs(self) -> dict[str, c.Tech]:
        """Advanced techs by id."""
        return {tech.id: tech for tech in self.content.techs}

    @cached_property
    def missions(self) -> dict[str, c.Mission]:
        """Mission cards by id."""
        return {card.id: card for card in self.content.missions}

    @cached_property
    def robberies(self) -> dict[str, c.Robbery]:
        """Robbery cards by id."""
        return {card.id: card for card in self.content.robberies}

    @cached_property
    def sleepers(self) -> dict[str, c.Sleeper]:
        """Sleepers by face."""
        return {card.face: card for card in self.content.sleepers}

    @cached_property
    def askers(self) -> dict[str, frozenset[str]]:
        """For each kind of window, who may play in it according to the pack (SND-WIN-02, SND-WIN-03)."""
        kinds = {card.window for card in self.content.sleepers}
        return {kind: frozenset(s.who for s in self.content.sleepers if s.window == kind) for kind in kinds}

    @cached_property
    def beams_to(self) -> dict[str, tuple[str, ...]]:
        """For each territory, the military installations whose beams end on it."""
        military = [card for card in self.content.territories if card.beams]
        return {t: tuple(card.id for card in military if t in card.beams) for t in self.territories}

    @cached_property
    def casino(self) -> str:
        """The territory with the Casino."""
        return next(card.id for card in self.content.territories if card.special == "casino")

    @cached_property
    def operation_faces(self) -> list[str]:
        """The faces of all operation cards, each as often as it exists."""
        sleepers = [face for face, card in self.sleepers.items() for _ in range(card.copies)]
        return [*self.missions, *self.robberies, *sleepers]

    @cached_property
    def solo_missions(self) -> dict[str, campaign.SoloMission]:
        """Missions of the campaign by id."""
        return {card.id: card for card in self.content.solo_missions}

    @cached_property
    def fuel(self) -> dict[str, campaign.FuelCard]:
        """Fuel cards by face."""
        return {card.face: card for card in self.content.fuel}

    @cached_property
    def confrontations(self) -> dict[str, campaign.Confrontation]:
        """Confrontations by id."""
        return {card.id: card for card in self.content.confrontations}

    @cached_property
    def solo_techs(self) -> dict[str, campaign.SoloTech]:
        """Advanced techs of the campaign by id."""
        return {tech.id: tech for tech in self.content.solo_techs}

    def vaults(self) -> list[campaign.Vault]:
        """The vaults of this campaign in order (SND-SOLO-01)."""
        own = [vault for vault in self.content.vaults if vault.setup == self.options.solo_setup]
        return sorted(own, key=lambda vault: vault.order)

    def jump(self, start: str, end: str) -> campaign.Jump | None:
        """The hyperjump between two territories, or None inside a zone (SND-R-77)."""
        zones = {self.territories[start].zone, self.territories[end].zone}
        return next((jump for jump in self.content.jumps if set(jump.zones) == zones), None)

    def zone(self, territory: str) -> c.ZoneCard:
        """The figures of a territory's zone."""
        return self.zones[self.territories[territory].zone]

    def track(self, seats: int) -> c.AlertTrack:
        """The alert track for so many seats; the phantom does not count (SND-R-05)."""
        return next(track for track in self.content.alert if seats in track.seats)


def rules(options: Options, pack: Pack) -> Rules:
    """The rules of a match. ValidationError when the pack is not of this game's form."""
    return Rules(options, msgspec.json.decode(pack.text, type=c.Content))


SOLO_BACKS: Final = {"nm": "mission", "fuel": "fuel", "cf": "confrontation"}
CHIP_BACKS: Final = {"ex": "chip EXO", "mi": "chip MIDDLE", "in": "chip INNER"}
KINDS: Final = {"msn": "operation", "rob": "operation", "slp": "operation", "sv": "sovereign"}


def back(face: str) -> str:
    """What the back of a card or chip shows: a chip its zone (SND-R-52), a card its deck."""
    prefix, _, rest = face.partition("_")
    if prefix in SOLO_BACKS:
        deck = rest.partition("_")[0] if prefix == "nm" else ""
        return f"{SOLO_BACKS[prefix]} {deck}".strip()
    return CHIP_BACKS.get(prefix) or KINDS.get(prefix, "syndicate")

"""What can be seen of a campaign: all but the order of its decks (SND-R-82)."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.syndicate.packs import Rules
from domain.syndicate.resources import Bundle
from domain.syndicate.rules.ngata import cargo
from domain.syndicate.rules.ngata.vaults import open_decks
from domain.syndicate.state import Campaign, State, Tile

Keys = Annotated[dict[str, int], Meta(description="Keys, by colour.")]
Count = Annotated[int, Meta(description="A number of things.", ge=0)]


class VaultView(Struct, frozen=True, kw_only=True):
    """A vault of this campaign."""

    territory: Annotated[str, Meta(description="Where it is.")]
    need: Annotated[Keys, Meta(description="The keys that open it.")]
    placed: Annotated[Keys, Meta(description="The keys in it.")]
    unlocked: Annotated[bool, Meta(description="It is open.")]
    story: Annotated[str | None, Meta(description="What was found in it; null until it is open.")]


class SpecialView(Struct, frozen=True, kw_only=True):
    """The special mission that is going on."""

    card: Annotated[str, Meta(description="The mission.")]
    delivered: Count
    collected: Annotated[tuple[str, ...], Meta(description="Where crystals have been picked up.")]
    waiting: Annotated[tuple[str, ...], Meta(description="Where crystals still lie for it.")]


class CampaignView(Struct, frozen=True, kw_only=True):
    """The NGATA campaign of one seat."""

    seat: Annotated[str, Meta(description="Whose campaign it is.")]
    ship: Annotated[str, Meta(description="Where the ship is.")]
    fuel: Count
    resources: Annotated[Bundle, Meta(description="What is aboard.")]
    assault: Count
    contraband: Count
    keys: Keys
    techs: Annotated[tuple[str, ...], Meta(description="Advanced techs.")]
    hand: Annotated[tuple[str, ...], Meta(description="Missions in hand.")]
    special: Annotated[SpecialView | None, Meta(description="The special mission going on, or null.")]
    decks: Annotated[dict[str, int], Meta(description="Missions left in each deck, by its place.")]
    open_decks: Annotated[tuple[str, ...], Meta(description="Decks that may be drawn from.")]
    gone: Annotated[tuple[str, ...], Meta(description="Missions that are gone for good.")]
    fuel_deck: Count
    fuel_done: Annotated[tuple[str, ...], Meta(description="Fuel cards drawn since the last shuffle.")]
    confrontations: Count
    confrontations_done: Annotated[tuple[str, ...], Meta(description="Confrontations discarded.")]
    vaults: Annotated[tuple[VaultView, ...], Meta(description="The vaults in order.")]
    tiles: Annotated[tuple[Tile, ...], Meta(description="Trouble and traders on the board.")]
    traders: Annotated[tuple[str, ...], Meta(description="Traders that can be dealt with.")]
    facing: Annotated[str | None, Meta(description="The confrontation at hand, or null.")]


def campaign(rules: Rules, state: State) -> CampaignView:
    """The campaign; the same for its seat and all who watch."""
    solo = state.solo
    return CampaignView(
        seat=solo.seat,
        ship=solo.ship,
        fuel=solo.fuel,
        resources=solo.purse,
        assault=solo.assault,
        contraband=solo.contraband,
        keys=dict(solo.keys),
        techs=tuple(solo.techs),
        hand=tuple(sorted(solo.hand)),
        special=_special(rules, state),
        decks={deck: len(pile) for deck, pile in solo.decks.items()},
        open_decks=tuple(open_decks(state)),
        gone=tuple(solo.gone),
        fuel_deck=len(solo.fuel_deck),
        fuel_done=tuple(solo.fuel_done),
        confrontations=len(solo.confrontations),
        confrontations_done=tuple(solo.confrontations_done),
        vaults=tuple(_vaults(rules, state)),
        tiles=tuple(solo.tiles),
        traders=tuple(solo.traders),
        facing=solo.facing,
    )


def _special(rules: Rules, state: State) -> SpecialView | None:
    special = state.solo.special
    if special is None:
        return None
    return SpecialView(
        card=special.card,
        delivered=special.delivered,
        collected=tuple(special.collected),
        waiting=tuple(cargo.pickups(rules, state)),
    )


def _vaults(rules: Rules, state: State) -> list[VaultView]:
    """SND-SOLO-56: a story is told when its vault is open."""
    opened = state.solo.opened
    return [
        VaultView(
            territory=vault.territory,
            need={str(colour): n for colour, n in vault.keys.items()},
            placed=dict(state.solo.placed) if place == opened else {},
            unlocked=place < opened,
            story=vault.story if place < opened else None,
        )
        for place, vault in enumerate(rules.vaults())
    ]


def hidden_decks(solo: Campaign) -> dict[str, tuple[str, ...]]:
    """The order of all decks, which nobody but the auditor may see."""
    decks = {**solo.decks, "fuel": solo.fuel_deck, "confrontations": solo.confrontations}
    return {name: tuple(pile.faces()) for name, pile in decks.items()}

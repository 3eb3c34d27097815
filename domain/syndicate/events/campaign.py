"""What happens in the NGATA campaign (SND-SOLO). Its seat and all who watch it see the same (SND-R-82)."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.audience import Event, Nobody
from domain.kernel.outcome import Outcome
from domain.syndicate.cards.campaign import Goods
from domain.syndicate.events.words import Cause, Cost, Face, Faces, Gain, Number, Place, Seat

Keys = Annotated[dict[str, int], Meta(description="Keys, by colour.")]
Fuel = Annotated[int, Meta(description="The fuel that is left.")]
Dice = Annotated[tuple[int, ...], Meta(description="The dice.")]
Success = Annotated[bool, Meta(description="It is enough.")]


class CampaignBegan(Event, frozen=True, tag="syndicate.CampaignBegan"):
    """The campaign begins (SND-SOLO-01, SND-SOLO-04)."""

    seat: Seat
    setup: Annotated[str, Meta(description="short or long.")]
    ship: Place
    fuel: Fuel
    resources: Gain
    assault: Annotated[int, Meta(description="The assault level.")]
    vaults: Annotated[tuple[str, ...], Meta(description="Where the vaults are, in order.")]


class DeckShuffled(Event, frozen=True, tag="syndicate.DeckShuffled"):
    """A deck of the campaign was shuffled (SND-SOLO-02, SND-SOLO-03)."""

    deck: Annotated[str, Meta(description="A mission deck by its place, or `fuel` or `confrontations`.")]
    count: Number
    order: Nobody[Faces]


class ShipMoved(Event, frozen=True, tag="syndicate.ShipMoved"):
    """The ship flew inside a zone, along a trade route or by a hyperjump (SND-SOLO-06, SND-SOLO-07)."""

    start: Place
    end: Place
    mode: Annotated[Literal["zone", "route", "jump"], Meta(description="How.")]
    fuel: Fuel


class HyperjumpRolled(Event, frozen=True, tag="syndicate.HyperjumpRolled"):
    """The dice of a hyperjump (SND-SOLO-10, SND-SOLO-11)."""

    dice: Dice
    highest: Annotated[int, Meta(description="The die that counts.")]
    band: Annotated[Literal["clean", "confrontation", "trap"], Meta(description="What comes of it.")]


class SovereignTrap(Event, frozen=True, tag="syndicate.SovereignTrap"):
    """A hyperjump ended in a trap: all contraband is gone (SND-SOLO-11)."""

    lost: Number


class FuelDrawn(Event, frozen=True, tag="syndicate.FuelDrawn"):
    """A fuel card was drawn (SND-SOLO-13)."""

    face: Face


class FuelPaid(Event, frozen=True, tag="syndicate.FuelPaid"):
    """A bunker was paid, or not."""

    credits: Number


class Refuelled(Event, frozen=True, tag="syndicate.Refuelled"):
    """The tank is full."""

    fuel: Fuel


class MissionDrawn(Event, frozen=True, tag="syndicate.MissionDrawn"):
    """A mission card was drawn (SND-SOLO-18)."""

    deck: Annotated[str, Meta(description="The deck, by its place.")]
    card: Face


class MissionDiscarded(Event, frozen=True, tag="syndicate.MissionDiscarded"):
    """A mission card is gone for good (SND-SOLO-20)."""

    card: Face


class SoloMissionRolled(Event, frozen=True, tag="syndicate.SoloMissionRolled"):
    """An ordinary mission was attempted; the best die counts (SND-SOLO-23, SND-R-73)."""

    card: Face
    paid: Number
    dice: Dice
    win_at: Annotated[int, Meta(description="The smallest winning value.")]
    success: Success


class SoloRewarded(Event, frozen=True, tag="syndicate.SoloRewarded"):
    """What a mission brought."""

    card: Face
    resources: Gain
    keys: Keys
    assault: Annotated[int, Meta(description="Assault levels gained.")]
    tech: Annotated[str | None, Meta(description="The advanced tech gained, or null.")]


class SpecialActivated(Event, frozen=True, tag="syndicate.SpecialActivated"):
    """A special mission began; a courier has loaded its contraband (SND-SOLO-25, SND-SOLO-27)."""

    card: Face
    loaded: Number


class ContrabandTaken(Event, frozen=True, tag="syndicate.ContrabandTaken"):
    """A crystal was picked up (SND-SOLO-29)."""

    territory: Place


class ContrabandDelivered(Event, frozen=True, tag="syndicate.ContrabandDelivered"):
    """Contraband was delivered."""

    number: Number
    territory: Place


class ContrabandLost(Event, frozen=True, tag="syndicate.ContrabandLost"):
    """Contraband is gone."""

    number: Number
    cause: Cause


class SpecialEnded(Event, frozen=True, tag="syndicate.SpecialEnded"):
    """A special mission is over, and with it all contraband (SND-SOLO-26)."""

    card: Face
    outcome: Annotated[Literal["completed", "failed"], Meta(description="What came of it.")]
    delivered: Number


class DefenseRolled(Event, frozen=True, tag="syndicate.DefenseRolled"):
    """A site was defended; the crystals are spent (SND-SOLO-31, SND-SOLO-32)."""

    raw: Annotated[int, Meta(description="The die.")]
    bonus: Annotated[int, Meta(description="What the crystals add.")]
    win_at: Annotated[int, Meta(description="The smallest winning value.")]
    success: Success


class ConfrontationDrawn(Event, frozen=True, tag="syndicate.ConfrontationDrawn"):
    """A confrontation was drawn where the ship is (SND-SOLO-34)."""

    card: Face
    cause: Cause
    territory: Place


class ConfrontationReopened(Event, frozen=True, tag="syndicate.ConfrontationReopened"):
    """Trouble that was fled from is faced again (SND-SOLO-41)."""

    card: Face


class ConfrontationResolved(Event, frozen=True, tag="syndicate.ConfrontationResolved"):
    """A way out was chosen, paid and rolled for (SND-SOLO-36, SND-SOLO-37)."""

    card: Face
    option: Annotated[str, Meta(description="The way out.")]
    paid: Annotated[Goods, Meta(description="The price.")]
    key: Annotated[str | None, Meta(description="The colour of a key that was given, or null.")]
    roll: Annotated[int | None, Meta(description="The die, or null.")]
    success: Annotated[bool | None, Meta(description="What came of the roll, or null.")]


class ConfrontationFled(Event, frozen=True, tag="syndicate.ConfrontationFled"):
    """The ship fled and left trouble behind (SND-SOLO-38)."""

    card: Face
    territory: Place


class TileRemoved(Event, frozen=True, tag="syndicate.TileRemoved"):
    """Trouble was cleared (SND-SOLO-41)."""

    card: Face
    territory: Place


class TraderEstablished(Event, frozen=True, tag="syndicate.TraderEstablished"):
    """A trader opened for business (SND-SOLO-44)."""

    card: Face
    territory: Place


class SoloAltered(Event, frozen=True, tag="syndicate.SoloAltered"):
    """What a confrontation did to the ship."""

    resources: Annotated[Gain, Meta(description="Resources gained; lost ones are negative.")]
    fuel: Fuel
    assault: Annotated[int, Meta(description="Assault levels gained.")]
    key: Annotated[str | None, Meta(description="The colour of a key that was lost, or null.")]


class TraderDealt(Event, frozen=True, tag="syndicate.TraderDealt"):
    """A deal with a trader (SND-SOLO-44, SND-SOLO-45)."""

    trader: Face
    offer: Annotated[str, Meta(description="The deal.")]
    resources: Annotated[Gain, Meta(description="Resources gained; paid ones are negative.")]
    keys_given: Keys
    key: Annotated[str | None, Meta(description="The colour of the key received, or null.")]
    contraband: Annotated[int, Meta(description="Contraband gained; sold is negative.")]
    assault: Annotated[int, Meta(description="Assault levels gained.")]


class KeysPlaced(Event, frozen=True, tag="syndicate.KeysPlaced"):
    """Keys were placed in the lowest locked vault, for good (SND-SOLO-46)."""

    vault: Place
    colour: Annotated[str, Meta(description="Their colour.")]
    number: Number


class VaultUnlocked(Event, frozen=True, tag="syndicate.VaultUnlocked"):
    """A vault is open; its deck may be drawn from there (SND-SOLO-47)."""

    vault: Place
    story: Annotated[str, Meta(description="What was found.")]


class SoloExchanged(Event, frozen=True, tag="syndicate.SoloExchanged"):
    """Resources were exchanged (SND-SOLO-50)."""

    paid: Cost
    received: Gain


class CampaignEnded(Event, frozen=True, tag="syndicate.CampaignEnded"):
    """The campaign is won or lost (SND-SOLO-48, SND-SOLO-52 to SND-SOLO-55)."""

    outcome: Annotated[Outcome, Meta(description="How it was decided.")]
    vaults: Annotated[int, Meta(description="Vaults opened.")]
    fuel_cards: Annotated[int, Meta(description="Fuel cards drawn.")]

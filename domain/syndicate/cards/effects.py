"""The closed vocabulary of effects; a pack that says anything else is refused when it is read (SND-CP-22)."""

from typing import Literal, Union

from msgspec import Struct

from domain.syndicate.resources import Bundle, Resource

ByColour = int | tuple[int, int, int]  # one number, or one for each alert colour
Zone = Literal["EXO", "MIDDLE", "INNER"]
Roll = Literal["mission", "robbery", "assault"]


class _Effect(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    pass


class Gain(_Effect, frozen=True, tag="gain"):
    """Resources from the bank."""

    credits: int = 0
    influence: int = 0
    crew: int = 0


class Lose(_Effect, frozen=True, tag="lose"):
    """Resources to the bank, as far as they are there."""

    credits: ByColour = 0
    influence: ByColour = 0
    crew: ByColour = 0


class LosePercent(_Effect, frozen=True, tag="lose_percent"):
    """A share of one resource, rounded down, at most `cap`."""

    resource: Resource
    percent: ByColour
    cap: int


class Level(_Effect, frozen=True, tag="level"):
    """A level of the own mat rises."""

    track: Literal["tech", "assault"]
    delta: int


class Alert(_Effect, frozen=True, tag="alert"):
    """The alert moves, inside its track."""

    delta: int


class AlertChoice(_Effect, frozen=True, tag="alert_choice"):
    """The alert moves by one of these, as the player says."""

    deltas: tuple[int, ...]


class Draw(_Effect, frozen=True, tag="draw"):
    """Operation cards from the deck."""

    n: int


class Discard(_Effect, frozen=True, tag="discard"):
    """Operation cards from the hand, of the owner's choice."""

    n: ByColour


class RollMod(_Effect, frozen=True, tag="roll_mod"):
    """Added to a roll before the clamp."""

    rolls: tuple[Roll, ...]
    delta: int


class FreeHands(_Effect, frozen=True, tag="free_hands"):
    """Extra hands of one attempt cost nothing."""


class FreeFortify(_Effect, frozen=True, tag="free_fortify"):
    """One own base in these zones is fortified at no cost."""

    zones: tuple[Zone, ...]


class RearmDie(_Effect, frozen=True, tag="rearm_die"):
    """Used action dice are armed again."""

    n: int


class ExhaustReinforcement(_Effect, frozen=True, tag="exhaust_reinforcement"):
    """Armed reinforcements of the victim become used."""

    n: int


class Cancel(_Effect, frozen=True, tag="cancel"):
    """What is pending comes to nothing."""

    what: Literal["robbery", "sleeper"]


class TreatFortified(_Effect, frozen=True, tag="treat_fortified"):
    """The target of this assault counts as fortified; if it did already, what follows applies instead."""


class TakeShare(_Effect, frozen=True, tag="take_share"):
    """A share of the reward, rounded down, goes to the sleeper's owner."""

    resource: Resource
    num: int
    den: int


class FreePardon(_Effect, frozen=True, tag="free_pardon"):
    """Immune to this Sovereign card."""


class Crackdown(_Effect, frozen=True, tag="crackdown"):
    """Each base in these zones is seized when the d12 is at most the limit."""

    zones: tuple[Zone, ...]
    unfortified: ByColour
    fortified: ByColour


class ByFort(Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each side of a base tile."""

    unfortified: ByColour
    fortified: ByColour


class Tax(_Effect, frozen=True, tag="tax"):
    """Credits for each base: the same for all, by zone, or by the side of its tile."""

    flat: ByColour | None = None
    by_zone: dict[Zone, ByColour] | None = None
    by_fort: ByFort | None = None


class BurnSlot(_Effect, frozen=True, tag="burn_slot"):
    """The slot card is discarded face up."""


class FinalRound(_Effect, frozen=True, tag="final_round"):
    """The match ends with the round that is so many later."""

    offset: int


class StartBase(_Effect, frozen=True, tag="start_base"):
    """A base from the start."""

    territory: str
    fortified: bool


class Income(_Effect, frozen=True, tag="income"):
    """More in every collection: once, or for each earning base in the named zones."""

    bundle: Bundle
    per: tuple[str, ...]


class CostMod(_Effect, frozen=True, tag="cost_mod"):
    """Something costs less: a difference, or half of it rounded up, never below `min`."""

    what: Literal["pardon", "market", "assault_crew", "fortify"]
    delta: int = 0
    factor: Literal["half"] | None = None
    min: int = 0


class Rate(Struct, frozen=True, forbid_unknown_fields=True):
    """`pay` of one resource become `receive` of another."""

    give: Resource
    get: Resource
    pay: int
    receive: int


class ExchangeRates(_Effect, frozen=True, tag="exchange_rates"):
    """Other rates than those of the plain mat."""

    rates: tuple[Rate, ...]


class ExtraDraw(_Effect, frozen=True, tag="extra_draw"):
    """More cards in every collection."""

    n: int


class RobberyDice(_Effect, frozen=True, tag="robbery_dice"):
    """More or fewer consequence dice, between `min` and `max`."""

    side: Literal["robber", "victim"]
    delta: int
    min: int = 1
    max: int = 3


class NoAlertOnFail(_Effect, frozen=True, tag="no_alert_on_fail"):
    """A failed mission or robbery leaves the alert and the destroyer alone."""


class SleeperShield(_Effect, frozen=True, tag="sleeper_shield"):
    """The first sleeper that names the owner as victim does nothing to it."""


class SaleMod(_Effect, frozen=True, tag="sale_mod"):
    """Sold cards bring more."""

    delta: int


class UpkeepMod(_Effect, frozen=True, tag="upkeep_mod"):
    """Own bases in these zones cost less crew."""

    zones: tuple[Zone, ...]
    delta: int
    min: int


Effect = Union[  # noqa: UP007  # resolved by name at run time
    Gain, Lose, LosePercent, Level, Alert, AlertChoice, Draw, Discard, RollMod, FreeHands, FreeFortify, RearmDie,
    ExhaustReinforcement, Cancel, TreatFortified, TakeShare, FreePardon, Crackdown, Tax, BurnSlot, FinalRound,
    StartBase, Income, CostMod, ExchangeRates, ExtraDraw, RobberyDice, NoAlertOnFail, SleeperShield, SaleMod, UpkeepMod,
]  # fmt: skip


def at(number: ByColour, colour: int) -> int:
    """The number for an alert colour: 0 yellow, 1 orange, 2 red."""
    return number if isinstance(number, int) else number[colour]

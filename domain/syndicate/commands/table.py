"""What can be asked for at a table of two to five seats."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from domain.kernel.command import Command
from domain.syndicate.meta import CardId, ChipId, SeatName, TechId, Territory
from domain.syndicate.resources import Resource

Stance = Annotated[
    Literal["coop", "uncoop"] | None,
    Meta(description="On another party's base: with its owner, who gets half, or against it; else null (SND-MIS-04)."),
]
HandsPaid = Annotated[
    str,
    Meta(
        description="Extra hands: `none`, `paid`, or the chip or tech that hires them at no cost (SND-MIS-06).",
        pattern=r"^[a-z_]{1,32}(?!\n)$",
    ),
]
ChipIds = Annotated[tuple[ChipId, ...], Meta(description="Bonus chips that change the roll.", max_length=37)]
TechIds = Annotated[
    tuple[TechId, ...], Meta(description="Advanced techs that change the roll, once a round.", max_length=12)
]
CardIds = Annotated[tuple[CardId, ...], Meta(description="Operation cards of yours.", max_length=78)]
Territories = Annotated[tuple[Territory, ...], Meta(description="Territories.", max_length=18)]
Track = Annotated[Literal["tech", "assault"], Meta(description="The track or market ladder.")]
Amount = Annotated[int, Meta(description="How much.", ge=0, le=9999)]
TradeNumber = Annotated[int, Meta(description="The number of the open offer.", ge=1, le=99999)]
Choice = Annotated[
    str | None, Meta(description="What the effect needs: a seat, a territory, `up` or `down`; else null.")
]
Zone = Annotated[str, Meta(description="A zone.", pattern=r"^(EXO|MIDDLE|INNER)(?!\n)$")]
Cube = Annotated[
    str,
    Meta(
        description="The ladder whose dearest cube comes off, or none; where any cube may: ladder and price.",
        pattern=r"^(none|(tech|assault)( [0-9]{1,3})?)(?!\n)$",
    ),
]
WindowKind = Literal[
    "mission_announced", "mission_succeeded", "assault_announced", "sovereign_revealed", "sleeper_played"
]


class Amounts(Struct, frozen=True, forbid_unknown_fields=True):
    """Some of each resource."""

    credits: Amount
    influence: Amount
    crew: Amount


class Give(Struct, frozen=True, forbid_unknown_fields=True):
    """What you offer. Your partner sees the faces, others only how many."""

    credits: Amount
    influence: Amount
    crew: Amount
    cards: CardIds
    chips: ChipIds
    bases: Territories


class Want(Struct, frozen=True, forbid_unknown_fields=True):
    """What you ask for; your partner picks which cards and chips."""

    credits: Amount
    influence: Amount
    crew: Amount
    cards: Annotated[int, Meta(description="Number of operation cards.", ge=0, le=78)]
    chips: Annotated[int, Meta(description="Number of bonus chips.", ge=0, le=37)]
    bases: Territories


class ChooseSyndicate(Command, frozen=True, tag="syndicate.ChooseSyndicate"):
    """Take one of the syndicates you may choose from (SND-SET-07)."""

    syndicate: Annotated[str, Meta(description="The id of a syndicate.", pattern=r"^[a-z_]{1,32}(?!\n)$")]


class AttemptMission(Command, frozen=True, tag="syndicate.AttemptMission"):
    """Attempt a mission from your hand with an armed action die (SND-MIS)."""

    card: CardId
    stance: Stance
    hands: HandsPaid
    chips: ChipIds
    abilities: TechIds


class AttemptRobbery(Command, frozen=True, tag="syndicate.AttemptRobbery"):
    """Rob a base of another party in the card's zone with an armed action die (SND-ROB)."""

    card: CardId
    target: Territory
    hands: HandsPaid
    chips: ChipIds
    abilities: TechIds


class LaunchAssault(Command, frozen=True, tag="syndicate.LaunchAssault"):
    """Storm a base of another party with an armed action die (SND-ASSAULT)."""

    target: Territory
    reinforcements: Annotated[int, Meta(description="Armed reinforcements sent along.", ge=0, le=4)]
    chips: ChipIds
    abilities: TechIds


class ActivateSleeper(Command, frozen=True, tag="syndicate.ActivateSleeper"):
    """Put any operation card from your hand face down into your slot (SND-SLP-01)."""

    card: CardId
    burn: Annotated[bool, Meta(description="Discard the card lying there, face up, to make room (SND-SLP-03).")]


class BuyBase(Command, frozen=True, tag="syndicate.BuyBase"):
    """Buy a territory that nobody owns (SND-BASE-01)."""

    territory: Territory


class FortifyBase(Command, frozen=True, tag="syndicate.FortifyBase"):
    """Fortify a base of yours (SND-BASE-05)."""

    territory: Territory


class BuyLevel(Command, frozen=True, tag="syndicate.BuyLevel"):
    """Buy a level on the black market (SND-LVL-01)."""

    track: Track


class Exchange(Command, frozen=True, tag="syndicate.Exchange"):
    """Exchange resources at a rate of your mat, so many times (SND-EXC-01)."""

    give: Annotated[Resource, Meta(description="What you pay.")]
    get: Annotated[Resource, Meta(description="What you receive.")]
    times: Annotated[int, Meta(description="How many times.", ge=1, le=9999)]


class SellCard(Command, frozen=True, tag="syndicate.SellCard"):
    """Sell an operation card from your hand for resources of your choice (SND-SELL-01)."""

    card: CardId
    gain: Amounts


class PlayChip(Command, frozen=True, tag="syndicate.PlayChip"):
    """Play a bonus chip (SND-CHIP-01)."""

    chip: ChipId
    choice: Choice


class UseAbility(Command, frozen=True, tag="syndicate.UseAbility"):
    """Use an advanced tech that works once a round (SND-TECH-03)."""

    ability: TechId


class ChooseAdvancedTech(Command, frozen=True, tag="syndicate.ChooseAdvancedTech"):
    """Take an advanced tech from the board (SND-TECH-01)."""

    tech: TechId


class RemoveDestroyer(Command, frozen=True, tag="syndicate.RemoveDestroyer"):
    """Pay 10 influence to send the Sovereign destroyer away from your base (SND-BLK-04)."""


class EndTurn(Command, frozen=True, tag="syndicate.EndTurn"):
    """End your turn (SND-TURN-04)."""


class PlaySleeper(Command, frozen=True, tag="syndicate.PlaySleeper"):
    """Reveal and play the sleeper in your slot (SND-SLP-06)."""

    choice: Choice


class PassWindow(Command, frozen=True, tag="syndicate.PassWindow"):
    """Let it happen (SND-WIN-05)."""


class SetStandingOrders(Command, frozen=True, tag="syndicate.SetStandingOrders"):
    """Say in which kinds of windows you always pass; only you know (SND-WIN-09)."""

    kinds: Annotated[tuple[WindowKind, ...], Meta(description="Kinds of windows.", max_length=5)]
    until: Annotated[
        Literal["round_end", "slot_change", "off"],
        Meta(description="Until the round ends, until your slot changes, or until you say otherwise."),
    ]


class ProposeTrade(Command, frozen=True, tag="syndicate.ProposeTrade"):
    """Offer a trade to a seat; it is neither's turn (SND-TRADE-01). Offered cards and chips are put aside."""

    to: SeatName
    give: Give
    want: Want


class AcceptTrade(Command, frozen=True, tag="syndicate.AcceptTrade"):
    """Accept an offer, and pick the cards and chips you give for it."""

    trade: TradeNumber
    cards: CardIds
    chips: ChipIds


class DeclineTrade(Command, frozen=True, tag="syndicate.DeclineTrade"):
    """Decline an offer made to you."""

    trade: TradeNumber


class WithdrawTrade(Command, frozen=True, tag="syndicate.WithdrawTrade"):
    """Withdraw an offer of yours."""

    trade: TradeNumber


class PhantomReady(Command, frozen=True, tag="syndicate.PhantomReady"):
    """Let the phantom have its turn (SND-PH-03)."""


class AnswerPardon(Command, frozen=True, tag="syndicate.AnswerPardon"):
    """Buy yourself free of the Sovereign card, or not (SND-PAR-01)."""

    pay: Annotated[bool, Meta(description="Pay the influence.")]


class ChooseTaxFlips(Command, frozen=True, tag="syndicate.ChooseTaxFlips"):
    """Name the bases whose tax you cannot pay; they rest for a round (SND-TAX-04)."""

    flip: Territories


class ChooseDiscards(Command, frozen=True, tag="syndicate.ChooseDiscards"):
    """Discard operation cards as the Sovereign card demands."""

    cards: CardIds


class CloseSovereign(Command, frozen=True, tag="syndicate.CloseSovereign"):
    """Leave the destroyer where it is and end the Sovereign phase."""


class SubmitCollection(Command, frozen=True, tag="syndicate.SubmitCollection"):
    """Choose what your mining centers give, which crew you cannot pay, and the market cube to take off (SND-COL)."""

    mining: Annotated[dict[Territory, Amounts], Meta(description="For each active mining base, exactly its yield.")]
    unpaid: Annotated[
        Territories, Meta(description="Bases left without crew, in the order of the board (SND-CREW-04).")
    ]
    market_cube: Cube


class CloseWindow(Command, frozen=True, tag="syndicate.CloseWindow"):
    """All have answered: the answers are opened. Only the system gives it."""


TableCommand = (
    ChooseSyndicate | AttemptMission | AttemptRobbery | LaunchAssault | ActivateSleeper | BuyBase | FortifyBase
    | BuyLevel | Exchange | SellCard | PlayChip | UseAbility | ChooseAdvancedTech | RemoveDestroyer | EndTurn
    | PlaySleeper | PassWindow | SetStandingOrders | ProposeTrade | AcceptTrade | DeclineTrade | WithdrawTrade
    | PhantomReady | AnswerPardon | ChooseTaxFlips | ChooseDiscards | CloseSovereign | SubmitCollection | CloseWindow
)  # fmt: skip
TABLE_COMMANDS: tuple[type[Command], ...] = get_args(TableCommand)

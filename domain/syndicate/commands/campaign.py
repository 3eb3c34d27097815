"""What can be asked for in the NGATA campaign of one seat."""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from domain.kernel.command import Command
from domain.syndicate.meta import Territory

MissionId = Annotated[
    str, Meta(description="The id of a mission card, such as nm_cora_o1.", pattern=r"^nm_[a-z0-9_]{1,30}(?!\n)$")
]
TroubleId = Annotated[str, Meta(description="The id of a confrontation card.", pattern=r"^cf_[0-9]{2}(?!\n)$")]
Name = Annotated[str, Meta(description="The name of a way out or a deal.", pattern=r"^[a-z_]{1,32}(?!\n)$")]
KeyColour = Annotated[str, Meta(description="The colour of a key.", pattern=r"^(crimson|cobalt|jade|amber)(?!\n)$")]
Pieces = Annotated[int, Meta(description="How many.", ge=1, le=99)]


class SoloTravel(Command, frozen=True, tag="syndicate.SoloTravel"):
    """Fly for one fuel, inside the zone or along a trade route (SND-SOLO-06, SND-SOLO-07)."""

    to: Territory
    mode: Annotated[Literal["zone", "route"], Meta(description="Inside the zone, or along a trade route.")]


class SoloHyperjump(Command, frozen=True, tag="syndicate.SoloHyperjump"):
    """Jump to another zone (SND-SOLO-10)."""

    to: Territory


class SoloDrawFuel(Command, frozen=True, tag="syndicate.SoloDrawFuel"):
    """Draw a fuel card (SND-SOLO-13)."""


class SoloAnswerFuel(Command, frozen=True, tag="syndicate.SoloAnswerFuel"):
    """Pay the bunker, or face the trouble."""

    pay: Annotated[bool, Meta(description="Pay 2 credits.")]


class SoloDrawMission(Command, frozen=True, tag="syndicate.SoloDrawMission"):
    """Draw a mission card where its deck lies (SND-SOLO-18)."""

    deck: Territory


class SoloDiscardMission(Command, frozen=True, tag="syndicate.SoloDiscardMission"):
    """Discard a mission card for good (SND-SOLO-20)."""

    card: MissionId


class SoloAttempt(Command, frozen=True, tag="syndicate.SoloAttempt"):
    """Attempt an ordinary mission at its place (SND-SOLO-21, SND-SOLO-23)."""

    card: MissionId
    hands: Annotated[
        Annotated[int, Meta(ge=0, le=9)] | None, Meta(description="Which extra hands of the card, from 0, or null.")
    ]


class SoloActivate(Command, frozen=True, tag="syndicate.SoloActivate"):
    """Begin a special mission at its place (SND-SOLO-25)."""

    card: MissionId


class SoloPickUp(Command, frozen=True, tag="syndicate.SoloPickUp"):
    """Pick up the crystal that lies here for your special mission (SND-SOLO-29)."""


class SoloDeliver(Command, frozen=True, tag="syndicate.SoloDeliver"):
    """Deliver contraband of your special mission here (SND-SOLO-27, SND-SOLO-29)."""

    number: Pieces


class SoloDefend(Command, frozen=True, tag="syndicate.SoloDefend"):
    """Defend the site of your special mission (SND-SOLO-31)."""


class SoloAbandonContraband(Command, frozen=True, tag="syndicate.SoloAbandonContraband"):
    """Abandon contraband for good (SND-SOLO-09)."""

    number: Pieces


class SoloAbandonMission(Command, frozen=True, tag="syndicate.SoloAbandonMission"):
    """Abandon a courier mission for what has been delivered (SND-R-74)."""


class SoloPlaceKeys(Command, frozen=True, tag="syndicate.SoloPlaceKeys"):
    """Place keys of a colour in the lowest locked vault, for good (SND-SOLO-46)."""

    colour: KeyColour
    number: Pieces


class SoloTrade(Command, frozen=True, tag="syndicate.SoloTrade"):
    """Make a deal with a trader (SND-SOLO-44)."""

    trader: TroubleId
    offer: Name
    give: Annotated[tuple[KeyColour, ...], Meta(description="The keys you give, by colour, sorted.", max_length=9)]
    get: Annotated[KeyColour | None, Meta(description="The colour of the key that you receive, or null.")]


class SoloReopen(Command, frozen=True, tag="syndicate.SoloReopen"):
    """Face again the trouble that lies here (SND-SOLO-41)."""

    card: TroubleId


class SoloResolve(Command, frozen=True, tag="syndicate.SoloResolve"):
    """Choose a way out of the confrontation (SND-SOLO-36)."""

    option: Name
    key: Annotated[KeyColour | None, Meta(description="The colour of the key that you give, or null.")]


class SoloFlee(Command, frozen=True, tag="syndicate.SoloFlee"):
    """Flee by a hyperjump and leave the trouble behind (SND-SOLO-38)."""

    to: Territory


SoloCommand = (
    SoloTravel | SoloHyperjump | SoloDrawFuel | SoloAnswerFuel | SoloDrawMission | SoloDiscardMission | SoloAttempt
    | SoloActivate | SoloPickUp | SoloDeliver | SoloDefend | SoloAbandonContraband | SoloAbandonMission
    | SoloPlaceKeys | SoloTrade | SoloReopen | SoloResolve | SoloFlee
)  # fmt: skip
SOLO_COMMANDS: tuple[type[Command], ...] = get_args(SoloCommand)

"""SYNDICATE: what people are told before they play."""

from typing import Annotated, Final

from msgspec import Meta as Words

from domain.kernel.contract import Meta
from domain.kernel.match.ending import ENDINGS

SEATS: Final = ("blue", "red", "green", "yellow", "violet")
PHANTOM: Final = "phantom"
ZONES: Final = ("EXO", "MIDDLE", "INNER")
WINDOWS: Final = (
    "mission_announced",
    "mission_succeeded",
    "assault_announced",
    "sovereign_revealed",
    "sleeper_played",
)

SeatName = Annotated[str, Words(description="A seat.", pattern=rf"^({'|'.join(SEATS)})(?!\n)$")]
Territory = Annotated[str, Words(description="The id of a territory, such as koss.", pattern=r"^[a-z_]{1,32}(?!\n)$")]
CardId = Annotated[
    str, Words(description="The face of an operation card, such as msn_koss_1.", pattern=r"^[a-z0-9_]{1,40}(?!\n)$")
]
ChipId = Annotated[
    str, Words(description="The face of a bonus chip, such as ex_luck.", pattern=r"^[a-z_]{1,32}(?!\n)$")
]
TechId = Annotated[
    str, Words(description="The id of an advanced tech, such as at_drives.", pattern=r"^[a-z_]{1,32}(?!\n)$")
]

META: Final = Meta(
    id="syndicate",
    title="SYNDICATE",
    summary="Crime families of a solar system buy bases, pull jobs, storm each other and lay sleepers for six to "
    "eight rounds; the richest one rules. One seat alone flies the NGATA campaign.",
    seats=SEATS,
    counts=(1, 2, 3, 4, 5),
    endings={
        "highest_score": "One syndicate has the highest score after the last round.",
        "shared_victory": "Several syndicates share the highest score after the last round.",
        "vaults_opened": "Campaign of one seat: the last vault is open, the family is saved.",
        "alert": "Campaign of one seat: the alert reached its limit.",
        "missions": "Campaign of one seat: no mission is left, and the next vault cannot be filled.",
        "stranded": "Campaign of one seat: nothing can be done any more.",
        **ENDINGS,
    },
    ruleset="syndicate/1",
    source="English draft rules with the changes of the German edition of 2021; nearly all card faces are substitutes.",
    undo=True,
    windows=True,
)

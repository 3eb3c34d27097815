"""The small types of the contract: ids, points in a viewer's own numbering, keys, times.

Patterns end in `(?!…)$` with a line feed, because `$` alone lets one trailing newline pass.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta

MATCH_ID: Final = r"^[a-z2-7]{20}(?!\n)$"
POINT: Final = r"^(a|p|s[1-9][0-9]?)-(0|[1-9][0-9]{0,8})(?!\n)$"
KEY: Final = r"^[A-Za-z0-9_-]{22,128}(?!\n)$"
HASH: Final = r"^[0-9a-f]{64}(?!\n)$"
CURSOR: Final = r"^[0-9]{1,15}\.[a-z2-7]{20}(?!\n)$"

MatchId = Annotated[str, Meta(description="The id of a match.", pattern=MATCH_ID, examples=["abcdefghijklmnopqrst"])]
Point = Annotated[
    str,
    Meta(
        description="A point in one viewer's own dense numbering of events: whose numbering it is (`s1` the first "
        "seat, `p` the spectators, `a` the truth after the end), then how many events that viewer had been given.",
        pattern=POINT,
        examples=["s1-17"],
    ),
]
Key = Annotated[
    str,
    Meta(
        description="At least 128 random bits that you make up: 22 to 128 letters, digits, `-` or `_`. Keep it secret.",
        pattern=KEY,
        examples=["Zk3v0aQ7pX1nTt6sYw2LdA"],
    ),
]
Hash = Annotated[str, Meta(description="A SHA-256, as hex.", pattern=HASH)]
Cursor = Annotated[str, Meta(description="Where the page before ended: its `next`.", pattern=CURSOR)]
Entropy = Annotated[
    str,
    Meta(
        description="16 to 64 random bytes of your own, as hex. They go into the key of all chance in the match, so "
        "that nobody who lacks them can have picked a lucky one.",
        pattern=r"^([0-9a-f]{2}){16,64}(?!\n)$",
        examples=["00112233445566778899aabbccddeeff"],
    ),
]
DisplayName = Annotated[
    str,
    Meta(
        description="What others may call you. It is kept outside the history of the match and can be erased.",
        min_length=1,
        max_length=40,
    ),
]
SeatName = Annotated[str, Meta(description="The name of a seat, as the game lists it.", min_length=1, max_length=32)]
GameId = Annotated[str, Meta(description="The id of a game.", min_length=1, max_length=32, examples=["ultimatum"])]
Time = Annotated[int, Meta(description="Milliseconds since 1970-01-01T00:00:00Z.")]
Token = Annotated[
    str, Meta(description="A bearer token: send it as `Authorization: Bearer …`. Whoever has it acts for you.")
]
Status = Annotated[
    Literal["lobby", "running", "over"],
    Meta(description="`lobby` until the host starts the match, `running`, `over` once it has ended."),
]
Visibility = Annotated[
    Literal["public", "private"],
    Meta(description="A public match is listed and watched by anyone; a private one exists only for token holders."),
]
SpectatorDelay = Annotated[
    int,
    Meta(
        description="How many seconds after the players spectators are shown what happens; 0: at once. The lobby is "
        "never delayed, and the end opens everything at once.",
        ge=0,
        le=3600,
    ),
]
Reveal = Annotated[
    Literal["everything", "own"],
    Meta(
        description="What opens after the end: `everything` – every seat's view, the truth and the secret behind "
        "all chance – or each seat its `own` view alone."
    ),
]
Line = Annotated[str, Meta(description="One plain line for people, as this viewer may read it.")]

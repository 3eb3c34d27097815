"""What clients send: bodies, and the query parameters of each operation. Unknown fields are refused."""

from typing import Annotated

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from api_schema.scalars import Cursor, DisplayName, Entropy, GameId, Key, Point, SeatName, Status


class OfGame(Struct, frozen=True):
    """The part of a new match that every game has."""

    game: GameId


class Person(Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="person"):
    """A seat that stays open until a person claims it."""


class ClaimSeat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take an open seat. The same key again gives the same token again, so keep it in case a token is lost."""

    claim_key: Key
    entropy: Entropy | None = None
    name: DisplayName | None = None


class RecoverSeat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Get a seat back whose token was lost or stolen. From then on the new claim key is the seat's."""

    recovery: Annotated[str, Meta(description="The recovery code that came with the token.", max_length=128)]
    claim_key: Key


class Submission(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command, and the decision that it answers.

    With `decision` the command counts only while that very decision is open; without, it is judged as
    the match stands when it arrives.
    """

    command: Annotated[
        Raw,
        Meta(
            description="What you do: its `type` and fields, as your decisions list them.",
            extra_json_schema={"$ref": "#/components/schemas/Command"},
        ),
    ]
    decision: Annotated[str, Meta(description="The id of the decision that this answers.", max_length=64)] | None = None


class NoQuery(Struct, frozen=True):
    """No parameters; what is in the query is ignored."""


Viewpoint = Annotated[
    SeatName,
    Meta(
        description="As whom to look: your own seat (the default), `spectator`, and after the end of a match that "
        "reveals everything any seat or `truth`, which sees all."
    ),
]


class LookQuery(Struct, frozen=True, kw_only=True):
    """Which moment to look at, and as whom."""

    at: (
        Annotated[
            Point, Meta(description="Look at the match as it stood just before your next event after this point.")
        ]
        | UnsetType
    ) = UNSET
    as_: Viewpoint | UnsetType = field(default=UNSET, name="as")


class EventsQuery(Struct, frozen=True, kw_only=True):
    """Which events, and as whom."""

    after: Annotated[Point, Meta(description="Only events after this point; absent: from the first.")] | UnsetType = (
        UNSET
    )
    limit: Annotated[int, Meta(description="How many events at most.", ge=1, le=1000)] = 100
    as_: Viewpoint | UnsetType = field(default=UNSET, name="as")


class StreamQuery(Struct, frozen=True, kw_only=True):
    """Where the stream begins, and as whom."""

    after: (
        Annotated[
            Point,
            Meta(description="Begin after this point; absent: with the next event. `Last-Event-ID` comes before it."),
        ]
        | UnsetType
    ) = UNSET
    as_: Viewpoint | UnsetType = field(default=UNSET, name="as")
    ticket: (
        Annotated[
            str,
            Meta(
                description="A ticket instead of the `Authorization` header, for browsers, whose `EventSource` sends "
                "none. It is good for one stream.",
                max_length=200,
            ),
        ]
        | UnsetType
    ) = UNSET


class ListQuery(Struct, frozen=True, kw_only=True):
    """Which matches to list."""

    game: Annotated[GameId, Meta(description="Only matches of this game.")] | UnsetType = UNSET
    status: Status | UnsetType = UNSET
    open: (
        Annotated[bool, Meta(description="`true`: only matches with a seat to claim; `false`: only those without.")]
        | UnsetType
    ) = UNSET
    cursor: Cursor | UnsetType = UNSET
    limit: Annotated[int, Meta(description="How many matches at most.", ge=1, le=100)] = 20

"""What people at one table need beside the game: talk, who is there, hosting, one more match."""

from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType, field

from api_schema.scalars import Key, MatchId, SeatName, Time, Token

TALK_ID: Final = r"^(all|s[1-9][0-9]?s[1-9][0-9]?([.][0-9a-f]{8})?)-(0|[1-9][0-9]{0,5})(?!\n)$"
UNPRINTED: Final = r"\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
TEXT_MAX: Final = 500

TalkId = Annotated[
    str,
    Meta(
        description="A place in a conversation: `all`, or the two seats that talk in private, then a number that "
        "counts this conversation alone.",
        pattern=TALK_ID,
        examples=["all-3"],
    ),
]
TalkText = Annotated[
    str,
    Meta(
        description="One paragraph of plain text, which does not begin with a space. Line breaks, control characters "
        "and those that turn the direction of writing are refused.",
        min_length=1,
        max_length=TEXT_MAX,
        pattern=rf"^[^\s{UNPRINTED}][^{UNPRINTED}]*(?!\n)$",
        examples=["Good game!"],
    ),
]
Positions = Annotated[
    str,
    Meta(
        description="Where a stream of talk stood: the last id of each conversation, joined by commas.",
        max_length=400,
        examples=["all-3,s1s2-1"],
    ),
]


class Say(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to be said at the table."""

    text: TalkText
    to: Annotated[SeatName, Meta(description="The seat that alone is to hear it; absent or null: everyone.")] | None = (
        None
    )


class Message(Struct, frozen=True, kw_only=True):
    """Something that was said, or the news that something was erased."""

    id: TalkId
    at: Annotated[Time, Meta(description="When it was said, in milliseconds since 1970.")]
    by: Annotated[str, Meta(description="Who said it: a seat, or `host`.")]
    to: Annotated[str | None, Meta(description="The seat that alone heard it; null when everyone did.")]
    text: Annotated[str | None, Meta(description="What was said; null when it was erased, and in such news.")]
    erases: Annotated[TalkId | None, Meta(description="The message that was erased; null for one that was said.")]


class TalkPage(Struct, frozen=True, kw_only=True):
    """A page of one conversation, oldest first."""

    messages: Annotated[list[Message], Meta(description="At most `limit` messages.")]
    next: Annotated[TalkId, Meta(description="The `after` of the next page: the last one here, or where you were.")]
    more: Annotated[bool, Meta(description="Whether there are more already.")]


class TalkQuery(Struct, frozen=True, kw_only=True):
    """Which conversation, and which part of it."""

    with_: (
        Annotated[SeatName, Meta(description="Your private talk with this seat; absent: what everyone hears.")]
        | UnsetType
    ) = field(default=UNSET, name="with")
    after: Annotated[TalkId, Meta(description="Only what came after this; absent: from the first.")] | UnsetType = UNSET
    limit: Annotated[int, Meta(description="How many messages at most.", ge=1, le=100)] = 50


class TalkStreamQuery(Struct, frozen=True, kw_only=True):
    """Where the stream of talk begins."""

    after: (
        Annotated[
            Positions,
            Meta(description="The last id that a stream gave you; absent: begin with the first message."),
        ]
        | UnsetType
    ) = UNSET
    ticket: (
        Annotated[str, Meta(description="A ticket instead of the `Authorization` header.", max_length=200)] | UnsetType
    ) = UNSET


class HostToSeat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="to", tag="seat"):
    """The person on a seat is to be the host."""

    seat: SeatName


class HostToKey(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="to", tag="key"):
    """Whoever has a key is to be the host."""

    claim_key: Key


class HostKey(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What makes somebody the host: the key that the hosting was passed to, or by which the seat was claimed."""

    claim_key: Key


class Hosting(Struct, frozen=True, kw_only=True):
    """The hosting was passed on; the host's token of before is void."""

    match: MatchId
    seat: Annotated[SeatName | None, Meta(description="The seat that has it now; null: whoever has the key.")]


class HostToken(Struct, frozen=True, kw_only=True):
    """You are the host."""

    match: MatchId
    host_token: Annotated[Token, Meta(description="The host's token. The same key gives it again.")]


class Rematch(Struct, frozen=True, kw_only=True):
    """You have your seat in the rematch."""

    match: Annotated[MatchId, Meta(description="The rematch.")]
    seat: Annotated[SeatName, Meta(description="Your seat there.")]
    token: Annotated[Token, Meta(description="Your token there. With the same claim key you get it again.")]
    recovery: Annotated[str, Meta(description="Write this down: it gets the seat back.")]
    host_token: Annotated[
        Token | None, Meta(description="The host's token, for the seat that asked first; null for the others.")
    ]
    spectator_token: Annotated[
        Token | None,
        Meta(description="Of a private rematch, for the seat that asked first: give it to those who may watch."),
    ]


class RematchLink(Struct, frozen=True, kw_only=True):
    """There is a rematch."""

    match: Annotated[MatchId, Meta(description="The rematch.")]


class SeatPresence(Struct, frozen=True, kw_only=True):
    """Whether somebody is there."""

    seat: SeatName
    present: Annotated[bool, Meta(description="True: a stream of this seat is open, or was less than 45 s ago.")]


class Presence(Struct, frozen=True, kw_only=True):
    """Who is there."""

    seats: Annotated[list[SeatPresence], Meta(description="All seats in order; a computer has no streams.")]


TYPES: Final = (
    Say,
    Message,
    TalkPage,
    HostToSeat,
    HostToKey,
    HostKey,
    Hosting,
    HostToken,
    Rematch,
    RematchLink,
    SeatPresence,
    Presence,
)

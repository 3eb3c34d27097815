"""What people at one table need beside the game: talk, who is there, hosting, one more match."""

from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType, field

from api_schema.operation import MATCH, Operation
from api_schema.scalars import SeatName, Time

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


TYPES: Final = (Say, Message, TalkPage)

OPERATIONS: Final = (
    Operation(
        id="say",
        method="POST",
        path=MATCH + "/talk",
        tag="table",
        summary="Say something",
        description=(
            "To everyone who may watch the match, or, once it has started, to one other person at the table alone; "
            "nobody else is ever told of that, not the host, not an auditor, not after the end. Talk is no part of "
            "the match's history. A seat may say 20 things a minute."
        ),
        auth="act",
        body=Say,
        answer=Message,
        status=201,
        headers=("Idempotency-Key",),
        fails=(409, 429),
    ),
    Operation(
        id="readTalk",
        method="GET",
        path=MATCH + "/talk",
        tag="table",
        summary="What was said",
        description="One conversation page by page: the one that everyone hears, or your own with another seat.",
        auth="watch",
        query=TalkQuery,
        answer=TalkPage,
        fails=(403, 409),
    ),
    Operation(
        id="streamTalk",
        method="GET",
        path=MATCH + "/talk/stream",
        tag="table",
        summary="Follow the talk",
        description=(
            "All talk that you may hear as server-sent events, from the first message on: `data` is a message as "
            "JSON, `id` where each of your conversations stands. Go on with `Last-Event-ID`. It goes on after the end."
        ),
        auth="watch",
        tickets=True,
        query=TalkStreamQuery,
        answer=Message,
        media="text/event-stream",
        headers=("Last-Event-ID",),
    ),
    Operation(
        id="eraseTalk",
        method="POST",
        path=MATCH + "/talk/{message}/erase",
        tag="table",
        summary="Erase a message",
        description=(
            "For whoever said it, and for the host where everyone heard it. The text is removed from the store; who "
            "follows is told that it is gone."
        ),
        auth="act",
        answer=Message,
    ),
)

"""Whose turn it is, over many matches: one request for many tokens, and webhooks for those who are away."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from api_schema.operation import MATCH, Operation
from api_schema.scalars import MatchId, SeatName, Time

TOKENS_MAX: Final = 100

SeatToken = Annotated[str, Meta(description="The token of a seat.", max_length=200)]
WebhookUrl = Annotated[
    str,
    Meta(
        description="An `https` address in the open internet. Each address that its name has must be public.",
        pattern=r"^https://[!-~]{1,400}(?!\n)$",
        examples=["https://example.org/my-turn"],
    ),
]


class OpenQuestion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For which seats to look."""

    tokens: Annotated[
        list[SeatToken],
        Meta(description="Tokens of seats, of whichever matches.", min_length=1, max_length=TOKENS_MAX),
    ]
    since: (
        Annotated[
            str,
            Meta(
                description="The `state` that you know: with `Prefer: wait=N` the answer comes when it is another one. "
                "Absent or null: when one of the seats must decide.",
                max_length=64,
            ),
        ]
        | None
    ) = None


class SeatTurn(Struct, frozen=True, kw_only=True):
    """What one of the seats must decide."""

    good: Annotated[bool, Meta(description="Whether the token is that of a seat and is good. If not, nothing is told.")]
    match: Annotated[MatchId | None, Meta(description="The match; null without a good token.")]
    seat: Annotated[SeatName | None, Meta(description="The seat; null without a good token.")]
    must: Annotated[int, Meta(description="How many decisions of this seat the match waits for.")]
    deadline_at: Annotated[
        Time | None,
        Meta(description="When the first one's time is over, in milliseconds since 1970; null: never."),
    ]


class OpenDecisions(Struct, frozen=True, kw_only=True):
    """Whose turn it is."""

    seats: Annotated[list[SeatTurn], Meta(description="One for each token, in their order.")]
    state: Annotated[str, Meta(description="Another one whenever something here is another decision.")]


class SetWebhook(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where you want to be told that you must decide."""

    url: Annotated[WebhookUrl | None, Meta(description="The address; null: tell nobody any more.")]


class Webhook(Struct, frozen=True, kw_only=True):
    """Where you are told that you must decide."""

    url: Annotated[str | None, Meta(description="The address; null when there is none.")]
    secret: Annotated[
        str | None,
        Meta(
            description="The key of the signatures, told once, when the address is set. Each request has the header "
            "`Conclave-Signature: t=<seconds since 1970>,v1=<hex of HMAC-SHA256(secret, t + '.' + body)>`."
        ),
    ]
    disabled: Annotated[bool, Meta(description="True: it failed too often and is not used any more; set it again.")]


AWAITING_TYPES: Final = (OpenQuestion, SeatTurn, OpenDecisions, SetWebhook, Webhook)

AWAITING: Final = (
    Operation(
        id="listOpenDecisions",
        method="POST",
        path="/v1/decisions/open",
        tag="table",
        summary="Whose turn it is, in many matches",
        description=(
            "For up to 100 seats, each by its token: how many decisions their matches wait for. With "
            "`Prefer: wait=N` the answer comes when that changes. It is a POST so that no token stands in an address."
        ),
        body=OpenQuestion,
        answer=OpenDecisions,
        headers=("Prefer",),
        sends=("Preference-Applied",),
    ),
    Operation(
        id="setWebhook",
        method="POST",
        path=MATCH + "/webhook",
        tag="table",
        summary="Be told when it is your turn",
        description=(
            "Half a minute to a minute after a decision has opened that your match waits for, and that you have not "
            "answered, the address gets a POST with `match`, `seat`, `count` and `at` (milliseconds since 1970) as "
            "JSON, signed. It may come twice. What is not answered with 2xx within 5 seconds comes again, less and "
            "less often, and 12 failures in a row disable the webhook. Redirects are not followed. A seat has one."
        ),
        auth="act",
        body=SetWebhook,
        answer=Webhook,
        fails=(409,),
    ),
    Operation(
        id="getWebhook",
        method="GET",
        path=MATCH + "/webhook",
        tag="table",
        summary="Your webhook",
        description="Where your seat is told, and whether it still works.",
        auth="act",
        answer=Webhook,
    ),
)

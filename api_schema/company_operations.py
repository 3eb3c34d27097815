"""The operations for what people at one table need beside the game."""

from typing import Final

from api_schema import company
from api_schema.operation import MATCH, Operation
from api_schema.requests import ClaimSeat

COMPANY: Final = (
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
        body=company.Say,
        answer=company.Message,
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
        query=company.TalkQuery,
        answer=company.TalkPage,
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
        query=company.TalkStreamQuery,
        answer=company.Message,
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
        answer=company.Message,
    ),
    Operation(
        id="passHost",
        method="POST",
        path=MATCH + "/host",
        tag="table",
        summary="Pass the hosting on",
        description=(
            "For the host: from now on the person on a seat is the host, or whoever gets a key from you. Everybody is "
            "told, and your token is void. The new host asks for its token with the key."
        ),
        auth="act",
        body=company.HostToSeat | company.HostToKey,
        answer=company.Hosting,
        fails=(409,),
    ),
    Operation(
        id="takeHost",
        method="POST",
        path=MATCH + "/host/token",
        tag="table",
        summary="Get the host's token",
        description=(
            "With the key that the hosting was passed to. If it was passed to your seat that is your claim key; to "
            "begin with it is the `Idempotency-Key` of the match's creation."
        ),
        body=company.HostKey,
        answer=company.HostToken,
        fails=(401,),
    ),
    Operation(
        id="takeRematch",
        method="POST",
        path=MATCH + "/rematch",
        tag="table",
        summary="Play again",
        description=(
            "After the end: one more match with the same options, everybody one seat further on. The first seat that "
            "asks creates it and is its host, the others join it. The seats are kept for the persons of this match. "
            "Your claim key may be a new one or that of this match."
        ),
        auth="act",
        body=ClaimSeat,
        answer=company.Rematch,
        status=201,
        fails=(409,),
    ),
    Operation(
        id="getRematch",
        method="GET",
        path=MATCH + "/rematch",
        tag="table",
        summary="Is there a rematch",
        description="The rematch, if somebody has asked for one. That of a private match is shown to its seats alone.",
        auth="watch",
        answer=company.RematchLink,
    ),
    Operation(
        id="getPresence",
        method="GET",
        path=MATCH + "/presence",
        tag="table",
        summary="Who is there",
        description="Which seats follow the match by a stream now, or did less than 45 seconds ago.",
        auth="watch",
        answer=company.Presence,
    ),
)

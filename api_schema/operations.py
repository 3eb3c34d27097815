"""Every operation of the API: its path, what it takes, what it answers. Routes and openapi.json follow from it."""

from typing import Final

from api_schema import answers, archive, requests
from api_schema.awaiting import AWAITING
from api_schema.company_operations import COMPANY
from api_schema.operation import MATCH, Operation

TAGS: Final = {
    "service": "What runs here and how it is.",
    "games": "The games, their options, commands and cards.",
    "matches": "Setting matches up, finding them, taking a seat.",
    "play": "Looking at a match, deciding, following it live, looking back.",
    "table": "What people at one table need beside the game.",
}

MATCHES: Final = (
    Operation(
        id="getService",
        method="GET",
        path="/v1",
        tag="service",
        summary="What runs here",
        description="The service, its version, its games and its limits.",
        answer=answers.Service,
    ),
    Operation(
        id="listGames",
        method="GET",
        path="/v1/games",
        tag="games",
        summary="All games",
        description="The games that can be played here, each in one line.",
        answer=answers.GameList,
    ),
    Operation(
        id="getGame",
        method="GET",
        path="/v1/games/{game}",
        tag="games",
        summary="One game",
        description=(
            "All that a client needs to offer a game: options, seats, commands, endings, computers, content packs."
        ),
        answer=answers.Game,
    ),
    Operation(
        id="getPack",
        method="GET",
        path="/v1/games/{game}/packs/{hash}",
        tag="games",
        summary="A content pack",
        description=(
            "The cards and figures of a game as data. A match names the pack that it is played with "
            "by its hash, so the content behind a hash never changes."
        ),
        answer=dict[str, object],
        cached=True,
        headers=("If-None-Match",),
        sends=("ETag",),
    ),
    Operation(
        id="createMatch",
        method="POST",
        path="/v1/matches",
        tag="matches",
        summary="Create a match",
        description=(
            "Set a match up. Its seats are claimed one by one; then the host starts it. The secret "
            "behind all its chance is drawn now, and the answer commits to it."
        ),
        body="NewMatch",
        answer=answers.MatchCreated,
        status=201,
        headers=("Idempotency-Key",),
        sends=("Location",),
    ),
    Operation(
        id="listMatches",
        method="GET",
        path="/v1/matches",
        tag="matches",
        summary="List and search matches",
        description=(
            "Public matches, newest first, page by page, some 100,000 back; older ones are read by their ids. "
            "Private matches are never listed."
        ),
        query=requests.ListQuery,
        answer=answers.MatchList,
    ),
    Operation(
        id="getMatch",
        method="GET",
        path=MATCH,
        tag="matches",
        summary="A match",
        description=("What anyone who may know of the match may know of it: game, options, seats, standing, outcome."),
        auth="watch",
        answer=answers.Match,
    ),
    Operation(
        id="claimSeat",
        method="POST",
        path=MATCH + "/seats/{seat}/claim",
        tag="matches",
        summary="Take a seat",
        description=(
            "Take an open seat and get its token. For a private match send its host's or spectators' "
            "token. The same claim key gives the same token again. In a match that runs: ask for a seat that "
            "the host has taken from its person for a newcomer; what entropy you bring does not count then."
        ),
        auth="watch",
        body=requests.ClaimSeat,
        answer=answers.Claimed,
        status=201,
        fails=(409,),
    ),
    Operation(
        id="renewToken",
        method="POST",
        path=MATCH + "/seats/{seat}/token",
        tag="matches",
        summary="Make your token anew",
        description=(
            "Give your own seat a new token, for instance because the old one may have been seen. The old one is "
            "void at once, and streams that it opened end. Your claim key gives the new one again, should this "
            "answer be lost."
        ),
        auth="act",
        answer=answers.Renewed,
        fails=(409,),
    ),
    Operation(
        id="recoverSeat",
        method="POST",
        path=MATCH + "/seats/{seat}/recovery",
        tag="matches",
        summary="Get your seat back",
        description=(
            "With the recovery code that came with your token, and with a new claim key: you get a new token and a "
            "new code; the old ones and the old claim key are void. The same claim key gives the same again. After "
            "the end the code gives the token that there is."
        ),
        body=requests.RecoverSeat,
        answer=answers.Claimed,
        fails=(401, 409),
    ),
    Operation(
        id="getView",
        method="GET",
        path=MATCH + "/view",
        tag="play",
        summary="What you see",
        description=(
            "The match as you see it, now or at an earlier point. `ETag` changes exactly when you "
            "were given an event. After the end of a match that reveals everything you may look as "
            "any seat, or as `truth`."
        ),
        auth="watch",
        query=requests.LookQuery,
        answer=answers.View,
        headers=("If-None-Match",),
        sends=("ETag",),
        fails=(403, 409),
        cached=True,
    ),
    Operation(
        id="getDecisions",
        method="GET",
        path=MATCH + "/decisions",
        tag="play",
        summary="What you can decide",
        description=(
            "The open decisions: your own with everything that you may answer, others as far as you "
            "may know of them. What is listed as exact is accepted. A point inside a command has no "
            "decisions."
        ),
        auth="watch",
        query=requests.LookQuery,
        answer=answers.Decisions,
        fails=(403, 409),
    ),
    Operation(
        id="submitCommand",
        method="POST",
        path=MATCH + "/commands",
        tag="play",
        summary="Give a command",
        description=(
            "Play a command of the game, or one that every match has: leave, kick, start, resign, "
            "consent to a draw or to no result, undo. An accepted command is on disk when the answer "
            "comes."
        ),
        auth="act",
        body=requests.Submission,
        answer=answers.Accepted,
        headers=("Idempotency-Key",),
        sends=("Idempotent-Replayed",),
        fails=(409,),
    ),
    Operation(
        id="listEvents",
        method="GET",
        path=MATCH + "/events",
        tag="play",
        summary="What you were told",
        description=(
            "Your events in order, page by page, each with one line of text. What you may not see is not counted."
        ),
        auth="watch",
        query=requests.EventsQuery,
        answer=answers.EventPage,
        headers=("Prefer",),
        sends=("Preference-Applied",),
        fails=(403, 409),
    ),
    Operation(
        id="createTicket",
        method="POST",
        path=MATCH + "/ticket",
        tag="play",
        summary="A ticket for a stream",
        description=(
            "For browsers, whose `EventSource` sends no `Authorization`: with your token you get a ticket, which "
            "opens one stream as `?ticket=…`, within half a minute. For a stream after that, ask for another one."
        ),
        auth="watch",
        answer=answers.Ticket,
        status=201,
    ),
    Operation(
        id="streamEvents",
        method="GET",
        path=MATCH + "/stream",
        tag="play",
        summary="Follow live",
        description=(
            "Your events as server-sent events: `id` is the event's id, `data` an event item as JSON."
            " After a disconnect go on with `Last-Event-ID`: every missed event comes, no more, no "
            "less. The last message is `event: bye` with the reason."
        ),
        auth="watch",
        tickets=True,
        query=requests.StreamQuery,
        answer=answers.EventItem,
        media="text/event-stream",
        headers=("Last-Event-ID",),
        fails=(403, 409),
    ),
    Operation(
        id="getArchive",
        method="GET",
        path=MATCH + "/archive",
        tag="play",
        summary="The whole match, to verify",
        description=(
            "A match that has ended and reveals everything, as one file: a line with its header, one with its content "
            "pack, then one for each commit with the stored bytes. Whoever has it can check offline that no commit "
            "was changed, that every draw follows from the secret that was committed to, and that the rules give the "
            "same events. The schema is that of one line."
        ),
        auth="watch",
        answer=archive.Line,
        media=archive.NDJSON,
        fails=(403,),
    ),
    Operation(
        id="getHealth",
        method="GET",
        path="/health",
        tag="service",
        summary="Is it alive",
        description="Answers as long as the process does.",
        answer=answers.Health,
    ),
    Operation(
        id="getReadiness",
        method="GET",
        path="/ready",
        tag="service",
        summary="Can it work",
        description="Answers when the store does.",
        answer=answers.Health,
    ),
    Operation(
        id="getMetrics",
        method="GET",
        path="/metrics",
        tag="service",
        summary="Metrics",
        description=(
            "Counters and times in the Prometheus text format, for the operator. They count what happens in all "
            "matches as it happens: where spectators have a delay, keep this path from the public."
        ),
        answer=str,
        media="text/plain",
    ),
    Operation(
        id="getOpenapi",
        method="GET",
        path="/openapi.json",
        tag="service",
        summary="This contract",
        description="The OpenAPI document of this service.",
        answer=dict[str, object],
    ),
)
OPERATIONS: Final = (*MATCHES, *COMPANY, *AWAITING)
BY_ID: Final = {operation.id: operation for operation in OPERATIONS}

"""What the service answers. Every field is always there unless its description says otherwise."""

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from api_schema.scalars import (
    GameId,
    Hash,
    Line,
    MatchId,
    Point,
    Reveal,
    SeatName,
    SpectatorDelay,
    Status,
    Time,
    Token,
    Visibility,
)
from domain.kernel.decision import ShownDecision
from domain.kernel.match.clock import Clock
from domain.kernel.outcome import Outcome

REF = "#/components/schemas/"


class Limits(Struct, frozen=True, kw_only=True):
    """What the service accepts."""

    body_bytes: Annotated[int, Meta(description="The size of a request body in bytes, at most.")]
    wait_seconds: Annotated[int, Meta(description="How long `Prefer: wait=N` is obeyed, at most.")]
    page_events: Annotated[int, Meta(description="How many events one page holds, at most.")]


class Service(Struct, frozen=True, kw_only=True):
    """What runs here."""

    name: Annotated[str, Meta(description="The name of the software.")]
    version: Annotated[str, Meta(description="Its version.")]
    contract: Annotated[str, Meta(description="Changes whenever this contract or the rules of a game change.")]
    games: Annotated[list[GameId], Meta(description="The games that can be played here.")]
    openapi: Annotated[str, Meta(description="Where the machine-readable contract is.")]
    docs: Annotated[str, Meta(description="Where the contract can be read and tried in a browser.")]
    limits: Annotated[Limits, Meta(description="What the service accepts.")]


class GameSummary(Struct, frozen=True, kw_only=True):
    """A game in one line."""

    id: GameId
    title: Annotated[str, Meta(description="The game's name.")]
    summary: Annotated[str, Meta(description="What the game is about.")]
    players: Annotated[list[int], Meta(description="How many seats a match of it may have.")]


class GameList(Struct, frozen=True, kw_only=True):
    """All games."""

    games: Annotated[list[GameSummary], Meta(description="In the order of their ids.")]


class CommandInfo(Struct, frozen=True, kw_only=True):
    """A command that the game knows."""

    type: Annotated[str, Meta(description="Its type tag.")]
    description: Annotated[str, Meta(description="What it does.")]
    schema: Annotated[
        Raw, Meta(description="Its JSON Schema, complete in itself.", extra_json_schema={"type": "object"})
    ]


class PackInfo(Struct, frozen=True, kw_only=True):
    """A content pack: the cards and figures that matches are played with."""

    id: Annotated[str, Meta(description="The pack's own name.")]
    hash: Hash


class Game(Struct, frozen=True, kw_only=True):
    """All that a client needs to offer a game."""

    id: GameId
    title: Annotated[str, Meta(description="The game's name.")]
    summary: Annotated[str, Meta(description="What the game is about.")]
    players: Annotated[list[int], Meta(description="How many seats a match of it may have.")]
    seats: Annotated[
        list[SeatName], Meta(description="The names of all seats in order; a match has the first of them.")
    ]
    undo: Annotated[bool, Meta(description="Whether taking back is on unless the creator of a match says otherwise.")]
    ruleset: Annotated[str, Meta(description="The version of the rules.")]
    source: Annotated[str, Meta(description="Where the rules come from.")]
    endings: Annotated[dict[str, str], Meta(description="Why a match can end: each reason with one line about it.")]
    bots: Annotated[list[str], Meta(description="The policies by which a computer can play a seat.")]
    packs: Annotated[list[PackInfo], Meta(description="The content packs that come with the game, the default first.")]
    options: Annotated[
        Raw,
        Meta(
            description="The JSON Schema of a match's options, complete in itself.",
            extra_json_schema={"type": "object"},
        ),
    ]
    commands: Annotated[list[CommandInfo], Meta(description="What can be asked of a running match.")]


class MatchCreated(Struct, frozen=True, kw_only=True):
    """A new match. Its seats are open until they are claimed; its host starts it."""

    id: MatchId
    commitment: Annotated[Hash, Meta(description="The SHA-256 behind all chance in this match, fixed from now on.")]
    host_token: Annotated[
        Token, Meta(description="The host's token: it starts the match and sends people away before.")
    ]
    spectator_token: Annotated[
        Token | None,
        Meta(
            description="For a private match the token that lets others watch and claim seats; null for a public one."
        ),
    ]


class Seat(Struct, frozen=True, kw_only=True):
    """A seat of a match and who has it."""

    seat: SeatName
    kind: Annotated[
        Literal["open", "person", "bot"],
        Meta(description="`open` for anyone to claim, held by a `person`, or played by a computer (`bot`)."),
    ]
    bot: Annotated[str | None, Meta(description="The computer's policy; null unless a computer plays.")]
    name: Annotated[str | None, Meta(description="What its person wants to be called, if anything.")]


class Match(Struct, frozen=True, kw_only=True):
    """A match as anyone who may know of it sees it."""

    id: MatchId
    game: GameId
    status: Status
    created_at: Annotated[Time, Meta(description="When it was created, in milliseconds since 1970.")]
    visibility: Visibility
    reveal: Reveal
    undo: Annotated[bool, Meta(description="Whether commands may be taken back.")]
    spectator_delay: SpectatorDelay
    rematch_of: Annotated[
        MatchId | None, Meta(description="The match before, whose persons alone may take its seats; null: none.")
    ]
    clock: Annotated[Clock | None, Meta(description="Its clock; null: no time is ever limited.")]
    pack: Annotated[Hash, Meta(description="The content pack that it is played with.")]
    commitment: Annotated[Hash, Meta(description="The SHA-256 behind all chance in this match.")]
    options: Annotated[dict[str, object], Meta(description="The options it was created with.")]
    seats: Annotated[list[Seat], Meta(description="All seats in order.")]
    outcome: Annotated[Outcome | None, Meta(description="How it ended; null while it has not.")]
    fault: Annotated[
        str | None,
        Meta(
            description="What is wrong with its stored history; null when nothing is known to be. Then it is "
            "read-only, and what is shown of it is what came before the fault."
        ),
    ] = None


class MatchList(Struct, frozen=True, kw_only=True):
    """A page of public matches, newest first."""

    matches: Annotated[list[Match], Meta(description="The matches that fit. May be empty although `next` is not null.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page; null at the end.")]


class Claimed(Struct, frozen=True, kw_only=True):
    """You have the seat."""

    match: MatchId
    seat: SeatName
    token: Annotated[Token, Meta(description="Your token. With the same claim key you get it again.")]
    recovery: Annotated[
        str,
        Meta(description="Write this down: it gets the seat back when the token was lost or stolen."),
    ]
    waits: Annotated[
        bool,
        Meta(
            description="True: the match runs, and the persons at the table have to agree first. Until they do, the "
            "token is not good."
        ),
    ]


class Renewed(Struct, frozen=True, kw_only=True):
    """Your token was made anew; the one before is void, and streams that it opened have ended."""

    match: MatchId
    seat: SeatName
    token: Annotated[Token, Meta(description="Your new token. Your claim key gives it again.")]


class Ticket(Struct, frozen=True, kw_only=True):
    """Opens one stream, once, in the name of whoever asked for it."""

    ticket: Annotated[str, Meta(description="Send it as `ticket` in the query of the stream.")]
    until: Annotated[Time, Meta(description="When it ends, in milliseconds since 1970, if it is not used before.")]


class View(Struct, frozen=True, kw_only=True):
    """What one viewer sees of a match at one moment."""

    at: Annotated[Point, Meta(description="The moment, in this viewer's own numbering.")]
    viewer: Annotated[SeatName, Meta(description="Whose view it is: a seat, `spectator` or `truth`.")]
    status: Status
    outcome: Annotated[Outcome | None, Meta(description="How the match ended; null while it has not.")]
    view: Annotated[
        Raw, Meta(description="The table as this viewer sees it.", extra_json_schema={"$ref": f"{REF}MatchView"})
    ]


class SeatClock(Struct, frozen=True, kw_only=True):
    """What is left of a seat's budget."""

    seat: SeatName
    left_ms: Annotated[int, Meta(description="The milliseconds that are left: at `since`, or as they stand.")]
    since: Annotated[
        Time | None, Meta(description="Since when its time runs, in milliseconds since 1970; null: it stands.")
    ]


class Decisions(Struct, frozen=True, kw_only=True):
    """What is open, for this viewer and for others as far as it may know."""

    at: Annotated[Point, Meta(description="The moment, in this viewer's own numbering.")]
    viewer: Annotated[SeatName, Meta(description="Who looks: a seat, `host`, `spectator` or `truth`.")]
    decisions: Annotated[list[ShownDecision], Meta(description="Your own with `id` and `offers`, others without.")]
    clocks: Annotated[list[SeatClock], Meta(description="The seats that have a budget of time, in order.")]


class EventItem(Struct, frozen=True, kw_only=True):
    """One event as its viewer gets it."""

    id: Annotated[Point, Meta(description="Its place in this viewer's own numbering.")]
    at: Annotated[Time, Meta(description="When it happened, in milliseconds since 1970.")]
    text: Line
    event: Annotated[
        Raw,
        Meta(
            description="The event. What this viewer may not see of it is absent.",
            extra_json_schema={"$ref": f"{REF}Event"},
        ),
    ]


class EventPage(Struct, frozen=True, kw_only=True):
    """A page of events, oldest first."""

    events: Annotated[list[EventItem], Meta(description="At most `limit` events.")]
    next: Annotated[Point, Meta(description="The `after` of the next page: the last event here, or where you were.")]
    more: Annotated[bool, Meta(description="Whether there are more events already.")]


class Accepted(Struct, frozen=True, kw_only=True):
    """Your command was played and is on disk."""

    at: Annotated[Point, Meta(description="Where its last event stands in your own numbering.")]
    receipt: Annotated[Hash, Meta(description="The hash of the history up to your command: proof that it was taken.")]
    events: Annotated[list[EventItem], Meta(description="What you see of what it led to.")]


class Health(Struct, frozen=True, kw_only=True):
    """The service answers."""

    status: Annotated[Literal["ok"], Meta(description="Always `ok`; otherwise there is a problem answer.")]


class Bye(Struct, frozen=True, kw_only=True):
    """The last message of a stream."""

    reason: Annotated[
        Literal["shutdown", "renew", "over", "token"],
        Meta(
            description="`shutdown`, `renew`: connect again in a moment; `over`: the match has ended, nothing follows; "
            "`token`: the token that opened the stream is not good any more."
        ),
    ]

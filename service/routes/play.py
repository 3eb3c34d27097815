"""Looking at a match, deciding, and looking back."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from litestar.types import ASGIApp
from msgspec import Raw, Struct, UnsetType

from api_schema import answers
from api_schema.requests import EventsQuery, LookQuery, Submission
from domain.kernel.command import Command, tag
from domain.kernel.match.aggregate import Match
from domain.kernel.match.commands import Kick
from domain.kernel.refusal import Refused
from domain.kernel.viewers import AUDITOR, HOST, SPECTATOR, Viewer, code
from service import tokens
from service.http.asking import Ask, Service, still_admitted
from service.http.problems import Failure, not_found
from service.http.reading import read_key, read_wait
from service.http.replies import PRIVATE, REUSED, Handler, json, reply, unchanged
from service.http.views import TRUTH, items, name_of, point
from service.matches import KeyReused, Submitted, body_hash

NEW: Final = {"Cache-Control": "no-store"}
REPLAYED: Final = NEW | {"Idempotent-Replayed": "true"}
WRONG_GAME: Final = Refused(code="wrong_game", rule="K-PLAY-05", message="This match is of another game.")
NO_SEAT: Final = Refused(code="no_seat", rule="K-PLAY-06", message="The host plays no commands of the game.")


def viewer_of(match: Match, ask: Ask, as_: str | UnsetType) -> Viewer:
    """As whom to look. Failure when that is not open to the asker (yet)."""
    if isinstance(as_, UnsetType) or as_ in {ask.viewer, SPECTATOR}:
        return ask.viewer if isinstance(as_, UnsetType) else as_
    if as_ != TRUTH and as_ not in match.seats:
        raise not_found("seat")
    viewer = AUDITOR if as_ == TRUTH else as_
    if ask.viewer == AUDITOR:
        return viewer
    if match.table.status != "over" or match.table.reveal != "everything":
        raise Failure(
            "forbidden", "Others' views open after the end, if the match reveals everything.", code="not_open"
        )
    return viewer


def seq_of(match: Match, viewer: Viewer, at: str) -> int:
    """The number of a point that must be this viewer's. Failure when it is not, or lies in the future."""
    whose, _, number = at.partition("-")
    if whose != code(match.seats, viewer) or int(number) > match.seq(viewer):
        raise Failure("unknown-point", f"{at} is not a point that {name_of(viewer)} has reached.")
    return int(number)


class Looked(NamedTuple):
    """A match as it was asked to be looked at; `whole`: not inside a commit."""

    match: Match
    viewer: Viewer
    seq: int
    now: bool
    whole: bool


async def _look(service: Service, ask: Ask) -> Looked:
    query: LookQuery = ask.query
    match = await service.matches.caught_up(ask.match_id)
    viewer = viewer_of(match, ask, query.as_)
    match = await service.delay.seen(match, viewer)
    if isinstance(query.at, UnsetType):
        return Looked(match, viewer, match.seq(viewer), now=True, whole=True)
    seq = seq_of(match, viewer, query.at)
    if seq == match.seq(viewer):
        return Looked(match, viewer, seq, now=True, whole=True)
    past = await service.matches.past(ask.match_id, viewer, seq)
    return Looked(past.match, viewer, seq, now=False, whole=past.whole)


async def get_view(service: Service, ask: Ask) -> ASGIApp:
    match, viewer, seq, now, _ = await _look(service, ask)
    headers = {"ETag": service.views.tag(point(match, viewer, seq)), **PRIVATE}
    same = unchanged(ask.request, headers)
    if same is not None:
        return same
    body = service.views.now(match, viewer) if now else service.views.made(match, viewer, seq)
    return reply(body, headers=headers)


async def get_decisions(service: Service, ask: Ask) -> ASGIApp:
    match, viewer, seq, now, whole = await _look(service, ask)
    decider = HOST if now and ask.bearer and ask.bearer.role == "host" and viewer == SPECTATOR else viewer
    shown = match.shown(decider) if whole else []
    at = point(match, viewer, seq)
    said = answers.Decisions(at=at, viewer=name_of(decider), decisions=shown, clocks=_clocks(match))
    return json(said, headers=PRIVATE)


def _clocks(match: Match) -> list[answers.SeatClock]:
    banks = match.table.clocks.banks
    return [answers.SeatClock(seat=seat, left_ms=bank.left, since=bank.since) for seat, bank in banks.items()]


async def submit_command(service: Service, ask: Ask) -> ASGIApp:
    asked: Submission = ask.body
    bearer = ask.bearer
    if bearer is None:
        raise Failure("unauthorized", "A token is needed.")
    command: Command = service.commands.read(asked.command)
    match = await service.matches.caught_up(ask.match_id)
    refusal = _out_of_place(match, bearer.actor, command)
    if refusal is not None:
        raise Failure.refused(refusal)
    done = await service.matches.submit(
        ask.match_id,
        bearer.actor,
        command,
        key=read_key(ask.request),
        body=body_hash(ask.raw),
        decision=asked.decision,
        may=lambda now: tokens.holds(now, bearer, service.matches.clock()),
    )
    if isinstance(done, Refused):
        raise Failure.refused(done)
    if isinstance(done, KeyReused):
        raise Failure("key-reused", REUSED)
    said = _accepted(done, bearer.viewer, command)
    return json(said, headers=REPLAYED if done.replayed else NEW)


class _Accepted(Struct):
    """`answers.Accepted`, with events that are encoded already."""

    at: str
    receipt: str
    events: Raw


def _accepted(done: Submitted, viewer: Viewer, command: Command) -> _Accepted:
    """What its actor is told. A host who starts or revokes sees what comes of it as late as spectators do, and
    must not learn from a number how much has happened since; the same answer whenever it is asked again."""
    match = done.match
    if viewer == SPECTATOR and match.table.spectator_delay and not isinstance(command, Kick):
        return _Accepted(point(match, viewer, 0), done.receipt, Raw(b"[]"))
    span = done.told.span(match, viewer)
    events = Raw(b"[%b]" % b",".join(items(match, viewer, done.told)))
    return _Accepted(point(match, viewer, span[-1] if span else match.seq(viewer)), done.receipt, events)


def _out_of_place(match: Match, actor: str, command: Command) -> Refused | None:
    """K-PLAY-05, K-PLAY-06: only commands of this match's game, and those only from its seats."""
    game = tag(type(command)).partition(".")[0]
    if game == "match":
        return None
    if game != match.table.game:
        return WRONG_GAME
    return NO_SEAT if actor == HOST else None


async def list_events(service: Service, ask: Ask) -> ASGIApp:
    query: EventsQuery = ask.query
    match = await service.matches.caught_up(ask.match_id)
    viewer = viewer_of(match, ask, query.as_)
    seen = await service.delay.seen(match, viewer)
    after = 0 if isinstance(query.after, UnsetType) else seq_of(seen, viewer, query.after)
    wait = read_wait(ask.request, service.settings.wait_max_s)
    if wait and seen.seq(viewer) <= after and match.table.status != "over":
        with service.limits.held(ask.request.scope, ask.bearer):
            await service.live.wait(ask.match_id, viewer, after, wait)
        seen = await service.delay.seen(await still_admitted(service, ask), viewer)
    page = await service.pages.page(match, viewer, after, query.limit, seen.seq(viewer))
    return reply(page, headers=PRIVATE | ({"Preference-Applied": f"wait={wait}"} if wait else {}))


HANDLERS: Mapping[str, Handler] = {
    "getView": get_view,
    "getDecisions": get_decisions,
    "submitCommand": submit_command,
    "listEvents": list_events,
}

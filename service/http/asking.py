"""One request on its way: who asks, for which match, with what."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import structlog
from litestar import Request

from api_schema.contract import Contract
from api_schema.operation import Operation
from api_schema.scalars import MATCH_ID
from domain.kernel.match.aggregate import Match
from domain.kernel.viewers import SPECTATOR
from service import tokens
from service.awaiting import Awaiting
from service.capacity import Capacity
from service.delay import Delay
from service.hooks import Hooks
from service.http.limits import Limits
from service.http.pages import Pages
from service.http.problems import Failure, not_found
from service.http.reading import Reader
from service.http.views import Views
from service.live import Live
from service.matches import Matches
from service.opening import NoSuchMatch
from service.presence import Presence
from service.settings import Settings
from service.talk import Talk
from service.tokens import Bearer

AnyRequest = Request[Any, Any, Any]
IS_MATCH: Final = re.compile(MATCH_ID)
log = structlog.get_logger("conclave")


@dataclass(slots=True)
class Service:
    """What the handlers use. `auditors` are the tokens of those whose first look is in the log, by name."""

    contract: Contract
    settings: Settings
    document: bytes
    matches: Matches
    live: Live
    delay: Delay
    views: Views
    pages: Pages
    commands: Reader
    limits: Limits
    capacity: Capacity
    talk: Talk
    presence: Presence
    awaiting: Awaiting
    hooks: Hooks
    auditors: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Ask:
    """A request that may be carried out: its path parts, its query and body as their types."""

    request: AnyRequest
    path: Mapping[str, str]
    query: Any = None
    body: Any = None
    raw: bytes = b""
    bearer: Bearer | None = None

    @property
    def match_id(self) -> str:
        """The match that the path names."""
        return self.path["match_id"]

    @property
    def viewer(self) -> str:
        """As whom the asker looks, unless it asks for another view."""
        return self.bearer.viewer if self.bearer else SPECTATOR


def holder(ask: Ask) -> Bearer:
    """Whose token came with a request that needs one."""
    if ask.bearer is None:
        raise Failure("unauthorized", "A token is needed: `Authorization: Bearer …`.")
    return ask.bearer


def bearer_token(request: AnyRequest) -> str | None:
    """The token of the `Authorization` header; None without one; empty when it is of another scheme."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


async def admit(service: Service, operation: Operation, request: AnyRequest) -> Bearer | None:
    """Who asks, before anything else of the request is read. Failure when it may not."""
    if operation.auth == "none":
        return None
    match_id = request.path_params["match_id"]
    token = bearer_token(request)
    if operation.auth == "act":
        return await _actor(service, match_id, token)
    if IS_MATCH.match(match_id) is None:
        raise not_found("match")
    match = await service.matches.open(match_id)
    ticket = request.query_params.get("ticket") if operation.tickets and token is None else None
    bearer = await _redeemed(service, match, ticket) if ticket else await _watcher(service, match, token)
    if bearer is None:
        _turn_away(match, ticket or token)
    return bearer


async def _watcher(service: Service, match: Match, token: str | None) -> Bearer | None:
    bearer = tokens.admit(service.matches.server_key, match, token, service.matches.clock()) if token else None
    if token is not None and bearer is not None and bearer.role == "auditor":
        await _note_auditor(service, bearer, tokens.fingerprint(token))
    return bearer


async def _note_auditor(service: Service, bearer: Bearer, name: str) -> None:
    """Whoever sees a match whole stands in the operator's log, from the first time on, whichever worker it was."""
    if name in service.auditors:
        return
    left_ms = bearer.epoch * tokens.SECOND - service.matches.clock()
    if await service.matches.store.once.first(f"auditor:{name}", left_ms):
        log.info("auditor_first_use", match=bearer.match, token=name, until=bearer.epoch)
    service.auditors.add(name)


async def _redeemed(service: Service, match: Match, ticket: str) -> Bearer | None:
    """Whom a ticket speaks for; with that it is used up, for all workers."""
    matches, name = service.matches, tokens.fingerprint(ticket)
    bearer = tokens.redeem(matches.server_key, match, ticket, matches.clock())
    if bearer is None:
        return None
    fresh = await matches.store.once.first(f"ticket:{name}", 2 * service.settings.ticket_s * tokens.SECOND)
    return bearer if fresh else None


def _turn_away(match: Match, token: str | None) -> None:
    """Without a good token: a private match is not there; a public one may be watched without any."""
    if match.table.visibility == "private":
        raise not_found("match")
    if token is None:
        return
    if IS_MATCH.match(tokens.match_of(token)) and tokens.match_of(token) != match.id:
        raise Failure("forbidden", "This token is for another match.", code="wrong_match")
    raise Failure("unauthorized", "This token is not good (any more).")


async def _actor(service: Service, match_id: str, token: str | None) -> Bearer:
    """A seat's or the host's token. What is answered otherwise never tells whether a match exists."""
    if not token:
        raise Failure("unauthorized", "A token is needed: `Authorization: Bearer …`.")
    bearer = await _known(service, token)
    if bearer is None:
        raise Failure("unauthorized", "This token is not good (any more).")
    if bearer.match != match_id:
        raise Failure("forbidden", "This token is for another match.", code="wrong_match")
    if bearer.role in {"spectator", "auditor"}:
        raise Failure("forbidden", "This token is for watching.", code="wrong_role")
    return bearer


async def _known(service: Service, token: str) -> Bearer | None:
    """Whom a token speaks for in the match that it names. A running match's seats change too rarely to ask
    the store first: what they then do is an append, which finds out."""
    match_id = tokens.match_of(token)
    if IS_MATCH.match(match_id) is None:
        return None
    matches = service.matches
    near = matches.near(match_id)
    if near is not None and near.table.status == "running":
        bearer = tokens.admit(matches.server_key, near, token, matches.clock())
        if bearer is not None:
            return bearer
    try:
        return tokens.admit(matches.server_key, await matches.open(match_id), token, matches.clock())
    except NoSuchMatch:
        return None


async def still_admitted(service: Service, ask: Ask) -> Match:
    """The match as it is now in the store. Failure when the asker's token has become void, by a commit of another
    worker or in a wait."""
    match = await service.matches.open(ask.match_id)
    if ask.bearer is not None and not tokens.holds(match, ask.bearer, service.matches.clock()):
        raise Failure("unauthorized", "This token is not good (any more).")
    return match

"""One request on its way: who asks, for which match, with what."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from litestar import Request

from api_schema.contract import Contract
from api_schema.operations import Operation
from api_schema.scalars import MATCH_ID
from domain.kernel.match.aggregate import Match
from domain.kernel.viewers import SPECTATOR
from service import tokens
from service.http.problems import Failure, not_found
from service.http.reading import Reader
from service.http.views import Views
from service.live import Live
from service.matches import Matches
from service.opening import NoSuchMatch
from service.settings import Settings
from service.tokens import Bearer

AnyRequest = Request[Any, Any, Any]
_IS_MATCH: Final = re.compile(MATCH_ID)


@dataclass(slots=True)
class Service:
    """What the handlers use; `matches` and `live` are there once the store is open."""

    contract: Contract
    settings: Settings
    document: bytes
    matches: Matches
    live: Live
    views: Views
    commands: Reader


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
    if _IS_MATCH.match(match_id) is None:
        raise not_found("match")
    match = await service.matches.open(match_id)
    bearer = tokens.admit(service.matches.server_key, match, token) if token else None
    if bearer is None:
        _turn_away(service, match, token)
    return bearer


def _turn_away(service: Service, match: Match, token: str | None) -> None:
    """Without a good token: a private match is not there; a public one may be watched without any."""
    if match.table.visibility == "private":
        raise not_found("match")
    if token is None:
        return
    if _IS_MATCH.match(tokens.match_of(token)) and tokens.match_of(token) != match.id:
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
    if bearer.role == "spectator":
        raise Failure("forbidden", "This token is for watching.", code="wrong_role")
    return bearer


async def _known(service: Service, token: str) -> Bearer | None:
    """Whom a token speaks for in the match that it names. A running match's seats change too rarely to ask
    the store first: what they then do is an append, which finds out."""
    match_id = tokens.match_of(token)
    if _IS_MATCH.match(match_id) is None:
        return None
    matches = service.matches
    near = matches.near(match_id)
    if near is not None and near.table.status == "running":
        bearer = tokens.admit(matches.server_key, near, token)
        if bearer is not None:
            return bearer
    try:
        return tokens.admit(matches.server_key, await matches.open(match_id), token)
    except NoSuchMatch:
        return None

"""Turning every failure into a problem answer."""

from collections.abc import Mapping

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.exceptions.http_exceptions import (
    MethodNotAllowedException,
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
)
from msgspec import UNSET, UnsetType

from api_schema.operation import PROBLEM
from api_schema.problems import Fault, Problem, problem
from domain.kernel.match.judge import GONE
from domain.kernel.refusal import Refused
from service.matches import Busy, NoLonger
from service.opening import NoSuchMatch, ReadOnly
from service.store.port import Unavailable

log = structlog.get_logger("conclave")
AGAIN = {"Retry-After": "1"}


class Failure(Exception):
    """A request that is answered with a problem of one of the named kinds."""

    def __init__(
        self,
        slug: str,
        detail: str,
        *,
        code: str | None = None,
        errors: list[Fault] | UnsetType = UNSET,
        retry_s: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.headers = {} if retry_s is None else {"Retry-After": str(retry_s)}
        self.problem = problem(slug, detail, code=code, errors=errors)

    @classmethod
    def refused(cls, refusal: Refused) -> "Failure":
        """A command that the rules do not allow."""
        failure = cls("stale-decision" if refusal.code == GONE.code else "illegal-command", refusal.message)
        known = {"code": refusal.code, "rule": refusal.rule, "facts": refusal.facts or UNSET}
        failure.problem = msgspec.structs.replace(failure.problem, **known)
        return failure


def not_found(what: str) -> Failure:
    """There is no such thing, or whoever asks may not know of it."""
    return Failure("not-found", f"There is no such {what}.")


def answer(said: Problem, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    """The problem as a response."""
    extra = dict(headers or {})
    if said.status == 401:
        extra["WWW-Authenticate"] = 'Bearer realm="conclave"'
    extra["Cache-Control"] = "no-store"
    return Response(msgspec.json.encode(said), status_code=said.status, media_type=PROBLEM, headers=extra)


def _of_framework(error: HTTPException) -> Problem:
    if isinstance(error, NotFoundException):
        return problem("not-found", "There is nothing at this path.")
    if isinstance(error, MethodNotAllowedException):
        return problem("method-not-allowed", "This path has other methods; see `Allow`.")
    if isinstance(error, NotAuthorizedException):
        return problem("unauthorized", "A token is needed.")
    if isinstance(error, PermissionDeniedException):
        return problem("forbidden", "This token is not for that.")
    if error.status_code == 413:
        return problem("too-large", "The body is larger than this service accepts.")
    return problem("invalid-request", "The request could not be read.")


def to_problem(request: Request, error: Exception) -> Response[bytes]:  # type: ignore[type-arg]  # any user, any state
    """Answer an exception. What is not foreseen is logged by its type and place, and told to nobody."""
    if isinstance(error, Failure):
        return answer(error.problem, error.headers)
    if isinstance(error, NoSuchMatch):
        return answer(not_found("match").problem)
    if isinstance(error, NoLonger):
        return answer(problem("unauthorized", "This token is not good (any more)."))
    if isinstance(error, ReadOnly):
        return answer(problem("read-only", f"The stored history of this match has a fault: {error}."), AGAIN)
    if isinstance(error, Busy | Unavailable):
        return answer(problem("unavailable", "Repeat the request in a moment, with the same key."), AGAIN)
    if isinstance(error, HTTPException) and error.status_code < 500:
        return answer(_of_framework(error), error.headers if isinstance(error, MethodNotAllowedException) else None)
    log.error("fault", exc_type=type(error).__name__, where=_where(error), request_id=request.scope.get("request_id"))
    return answer(problem("internal", "Something went wrong here; it has been noted."))


def _where(error: Exception) -> list[str]:
    """The places of a fault, without any value that a message could hold."""
    places, trace = [], error.__traceback__
    while trace is not None:
        places.append(f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}")
        trace = trace.tb_next
    return places[-8:]

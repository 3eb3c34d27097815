"""Metrics and one log line per request. No bodies, no queries, no tokens; labels are bounded."""

import re
import secrets
import time
from collections.abc import MutableMapping
from functools import cache
from typing import Any, Final

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send
from prometheus_client import Counter, Gauge, Histogram

PLAIN: Final = "plain_send"
"""Names in the scope what the server itself gave: for what follows the start of an answer nothing is watched."""

METHODS: Final = {"GET", "POST", "OPTIONS", "HEAD", "PUT", "PATCH", "DELETE"}
REQUESTS: Final = Counter("conclave_requests", "Requests answered.", ["method", "route", "status"])
SECONDS: Final = Histogram(
    "conclave_request_seconds", "Time to the end of the answer; streams are left out.", ["route"]
)
STREAMS: Final = Gauge("conclave_streams", "Live streams open now.", multiprocess_mode="livesum")

_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
log = structlog.get_logger("conclave.access")


def _request_id(scope: Scope) -> str:
    given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
    return given.decode() if _ID.fullmatch(given) else secrets.token_hex(8)


class Watched:
    """Wraps the application: gives each request an id, measures it and logs it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; what is no HTTP is passed on."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        id_, begun, status = _request_id(scope), time.perf_counter(), 0
        scope["request_id"], scope[PLAIN] = id_, send  # type: ignore[typeddict-unknown-key]  # ours

        async def answer(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", id_.encode())]
            await send(message)  # type: ignore[arg-type]  # the same message

        try:
            await self.app(scope, receive, answer)  # type: ignore[arg-type]  # narrower messages
        finally:
            _note(scope, id_, status, time.perf_counter() - begun)
            del scope[PLAIN]  # type: ignore[typeddict-item]  # it holds the scope: a cycle for the collector


@cache
def _counter(method: str, route: str, status: int) -> Counter:
    """The count of one kind of request; looked up once, and there are few."""
    return REQUESTS.labels(method, route, str(status))


@cache
def _timer(route: str) -> Histogram:
    return SECONDS.labels(route)


def _note(scope: HTTPScope, id_: str, status: int, seconds: float) -> None:
    method = scope["method"] if scope["method"] in METHODS else "other"
    route = scope.get("path_template") or "unmatched"
    _counter(method, str(route), status).inc()
    if not str(route).endswith("/stream"):
        _timer(str(route)).observe(seconds)
    log.info("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1), request_id=id_)

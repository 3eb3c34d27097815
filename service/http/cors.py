"""Cross-origin requests, for the pages of the origins that the operator names. No cookies, so no credentials."""

from collections.abc import MutableMapping
from typing import Any, Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

Headers = list[tuple[bytes, bytes]]

METHODS: Final = b"GET, POST"
ASKED: Final = b"Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, X-Request-Id"
SHOWN: Final = b"ETag, Location, Retry-After, X-Request-Id, Preference-Applied, Idempotent-Replayed"
MAX_AGE_S: Final = b"600"


class CrossOrigin:
    """Wraps an application. What it answers is told apart by `Origin`, besides whatever it was told apart by."""

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        self.app, self._any = app, "*" in origins
        self._origins = {origin.rstrip("/").encode() for origin in origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; a preflight is answered here."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        asked = dict(scope["headers"])
        allowed = self._allowed(asked.get(b"origin"))
        if allowed and scope["method"] == "OPTIONS" and b"access-control-request-method" in asked:
            await _preflight(send, allowed)
            return

        async def answer(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = _merged(list(message.get("headers", ())), allowed)
            await send(message)  # type: ignore[arg-type]  # the same message

        await self.app(scope, receive, answer)  # type: ignore[arg-type]  # narrower messages

    def _allowed(self, origin: bytes | None) -> bytes | None:
        """What the answer says to a page of this origin; None: nothing."""
        if origin is None:
            return None
        if self._any:
            return b"*"
        return origin if origin in self._origins else None


def _merged(headers: Headers, allowed: bytes | None) -> Headers:
    varied = [value for name, value in headers if name.lower() == b"vary"]
    rest = [(name, value) for name, value in headers if name.lower() != b"vary"]
    rest.append((b"vary", b", ".join([*varied, b"Origin"])))
    if allowed:
        rest += [(b"access-control-allow-origin", allowed), (b"access-control-expose-headers", SHOWN)]
    return rest


async def _preflight(send: Send, allowed: bytes) -> None:
    headers = [
        (b"access-control-allow-origin", allowed),
        (b"access-control-allow-methods", METHODS),
        (b"access-control-allow-headers", ASKED),
        (b"access-control-max-age", MAX_AGE_S),
        (b"vary", b"Origin, Access-Control-Request-Method, Access-Control-Request-Headers"),
    ]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})

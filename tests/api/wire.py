"""Requests byte by byte: what no well-behaved client would let through."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from litestar.types import ASGIApp

JSON_BODY = (("Content-Type", "application/json"),)
ENDLESS = object()
"""Stands after the last piece of a body that never ends."""

GONE = object()
"""Stands where the client goes away in the middle of its body."""


@dataclass(frozen=True)
class Answered:
    """An answer as it came."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


async def send(
    app: ASGIApp,
    method: str,
    target: str,
    headers: Iterable[tuple[str, str]] = (),
    pieces: Iterable[object] = (),
) -> Answered:
    """Send a request as it is: the target is not normalised, the headers are not checked, nothing is added."""
    path, _, query = target.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers],
        "server": ("test", 80),
        "client": ("test", 1),
    }
    rest, said, done = list(pieces) or [b""], [], asyncio.Event()

    async def receive() -> Any:
        piece = rest.pop(0) if rest else ENDLESS
        if piece is ENDLESS:
            await done.wait()
        if piece in {ENDLESS, GONE}:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": piece, "more_body": bool(rest)}

    async def answer(message: Any) -> None:
        said.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            done.set()

    await app(scope, receive, answer)  # type: ignore[arg-type]  # a scope made by hand
    start = said[0]
    found = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return Answered(start["status"], found, b"".join(message.get("body", b"") for message in said[1:]))

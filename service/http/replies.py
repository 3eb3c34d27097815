"""Answers in the forms that many handlers share."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import msgspec
from litestar import Request, Response
from msgspec import Struct

from api_schema import answers
from api_schema.operations import JSON
from domain.kernel.match.aggregate import Match, Seen
from domain.kernel.viewers import Viewer
from service.http.asking import Ask, Service
from service.http.views import point

Handler = Callable[[Service, Ask], Awaitable[Response[Any]]]
PRIVATE: Final = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}

_ENCODER = msgspec.json.Encoder()


def json(answer: Struct, status: int = 200, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    """An answer of the contract."""
    return Response(_ENCODER.encode(answer), status_code=status, media_type=JSON, headers=headers)


def unchanged(request: Request[Any, Any, Any], headers: Mapping[str, str]) -> Response[bytes] | None:
    """An empty 304 if the client says that it has what `ETag` names."""
    had = request.headers.get("if-none-match", "")
    if headers["ETag"] not in {tag.strip().removeprefix("W/") for tag in had.split(",")}:
        return None
    return Response(b"", status_code=304, headers=headers)


def item(match: Match, viewer: Viewer, seen: Seen) -> answers.EventItem:
    """An event as its viewer gets it."""
    raw = msgspec.Raw(_ENCODER.encode(seen.event))
    return answers.EventItem(id=point(match, viewer, seen.seq), at=seen.at, text=seen.text, event=raw)

"""Answers in the forms that many handlers share."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.response.base import ASGIResponse
from litestar.types import ASGIApp
from msgspec import Struct

from api_schema.operation import JSON
from service.http.asking import Ask, Service

Handler = Callable[[Service, Ask], Awaitable[ASGIApp]]
PRIVATE: Final = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
REUSED: Final = "This key came with another request before."

_ENCODER = msgspec.json.Encoder()


def reply(
    body: bytes, status: int = 200, headers: Mapping[str, str] | None = None, media_type: str = JSON
) -> ASGIResponse:
    """An answer that is bytes already. Nothing is left to be made of it but what goes over the wire."""
    return ASGIResponse(body=body, status_code=status, media_type=media_type, headers=(headers or {}).items())


def json(answer: Struct, status: int = 200, headers: Mapping[str, str] | None = None) -> ASGIResponse:
    """An answer of the contract."""
    return reply(_ENCODER.encode(answer), status, headers)


def unchanged(request: Request[Any, Any, Any], headers: Mapping[str, str]) -> ASGIResponse | None:
    """An empty 304 if the client says that it has what `ETag` names."""
    had = request.headers.get("if-none-match", "")
    if headers["ETag"] not in {tag.strip().removeprefix("W/") for tag in had.split(",")}:
        return None
    return reply(b"", 304, headers)

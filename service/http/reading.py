"""Reading requests strictly: bodies as exactly the declared type, parameters as their declared text.

JSON Schema calls 5.0 an integer and a strict decoder does not, so a body that fails on a float is read
once more with whole floats taken as integers. Nothing else is coerced.
"""

import asyncio
import contextlib
import json
import re
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ClientException, InternalServerException
from msgspec import Raw, Struct

from api_schema.headers import HEADERS
from api_schema.operation import JSON
from api_schema.problems import Fault
from service.http.problems import Failure

_PLACE = re.compile(r" - at `(?:key in )?\$?(.*)`$")


def _pointer(message: str, base: str) -> tuple[str, str]:
    """A decoder's message as a JSON Pointer and what is wrong there."""
    found = _PLACE.search(message)
    if found is None:
        return base, message
    parts = re.findall(r"\.([^.\[\]]+)|\[([^\]]*)\]", found.group(1))
    path = "".join("/" + (name or index).replace("~", "~0").replace("/", "~1") for name, index in parts)
    return base + path, message[: found.start()]


def _whole(text: str) -> float | int:
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


_FLOATS = msgspec.json.Decoder(float_hook=_whole)


class _Twice(Exception):
    """An object has the same name twice; which value is meant, each reader would decide for itself."""


def _unique(pairs: list[tuple[str, Any]]) -> None:
    if len(dict(pairs)) < len(pairs):
        raise _Twice


_NAMES = json.JSONDecoder(object_pairs_hook=_unique)


def _check_names(body: bytes) -> None:
    """Failure when an object has a name twice. What is no JSON at all is for the strict decoder to say."""
    try:
        with contextlib.suppress(ValueError, RecursionError):
            _NAMES.decode(body.decode())
    except _Twice:
        raise invalid("The body is not valid JSON.", "", "an object has the same name twice") from None


class Reader:
    """A strict decoder of one type of body. `base` is where the body lies in a larger one."""

    def __init__(self, kind: Any, base: str = "") -> None:  # noqa: ANN401  # a type
        self.kind, self.base = kind, base
        self._decoder = msgspec.json.Decoder(kind)

    def read(self, body: bytes | Raw) -> Any:  # noqa: ANN401  # of the reader's type
        """The body as a value of the type. Failure when it is not one."""
        try:
            return self._read(body)
        except msgspec.ValidationError as error:
            pointer, detail = _pointer(str(error), self.base)
            raise invalid("The body is not as the contract says.", pointer, detail) from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise invalid("The body is not valid JSON.", self.base, str(error)) from None
        except RecursionError:
            raise invalid("The body is nested too deeply.", self.base, "too many brackets") from None

    def _read(self, body: bytes | Raw) -> Any:  # noqa: ANN401  # of the reader's type
        try:
            return self._decoder.decode(body)
        except msgspec.ValidationError as error:
            if "got `float`" not in str(error):
                raise
            return msgspec.convert(_FLOATS.decode(body), self.kind)


def invalid(detail: str, pointer: str, wrong: str) -> Failure:
    """A 400 that says where and what is wrong."""
    return Failure("invalid-request", detail, errors=[Fault(pointer=pointer, detail=wrong)])


async def read_body(request: Request[Any, Any, Any], seconds: float) -> bytes:
    """The bytes of a JSON body. Failure when it is none, is missing, is too large or too slow."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != JSON:
        raise Failure("unsupported-media-type", "The body must be application/json.")
    try:
        async with asyncio.timeout(seconds):
            body = await request.body()
    except TimeoutError:
        raise Failure("timeout", "The body did not arrive in time.") from None
    except (ClientException, InternalServerException) as error:  # the latter: the client went away
        if error.status_code == 413:
            raise
        raise invalid("The body could not be read.", "", "it ended early") from None
    if not body:
        raise invalid("A body is needed.", "", "it is empty")
    _check_names(body)
    return body


def read_query(request: Request[Any, Any, Any], kind: type[Struct]) -> Any:  # noqa: ANN401  # of that type
    """The query parameters as a struct. What is not declared is ignored."""
    if not kind.__struct_fields__:
        return kind()
    given: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name in given:
            raise invalid("A query parameter is given twice.", name, "it may be given once")
        given[name] = value
    try:
        return msgspec.convert({name: _plain(name, value) for name, value in given.items()}, kind)
    except msgspec.ValidationError as error:
        pointer, detail = _pointer(str(error), "")
        raise invalid("A query parameter is not as the contract says.", pointer.lstrip("/"), detail) from None


def _plain(name: str, value: str) -> str | int | bool:
    """Numbers and truth values in exactly one spelling."""
    if name == "limit" and re.fullmatch(r"[0-9]{1,9}", value):
        return int(value)
    if name == "open":
        return {"true": True, "false": False}.get(value, "neither true nor false")
    return value


def read_key(request: Request[Any, Any, Any]) -> str | None:
    """The `Idempotency-Key`, if there is one."""
    key = request.headers.get("idempotency-key")
    if key is not None and re.match(HEADERS["Idempotency-Key"][1]["pattern"], key) is None:
        raise invalid("The key is not as the contract says.", "Idempotency-Key", "22 to 128 letters, digits, - or _")
    return key


def read_wait(request: Request[Any, Any, Any], most: int) -> int:
    """The seconds that `Prefer: wait=N` asks for, at most `most`; 0 when it asks for none."""
    found = re.search(r"(?:^|[,;\s])wait\s*=\s*([0-9]{1,6})(?:$|[,;\s])", request.headers.get("prefer", ""))
    return min(int(found.group(1)), most) if found else 0

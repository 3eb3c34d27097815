"""HTTP by hand: a client that never repeats by itself and may go away in the middle."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Answer:
    """An answer that came whole."""

    status: int
    headers: dict[str, str]
    body: bytes


class Away(Exception):
    """Nobody is there, or the connection ended before the answer did."""


def _request(method: str, path: str, body: bytes, headers: dict[str, str]) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: lab", *(f"{name}: {value}" for name, value in headers.items())]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


@contextlib.asynccontextmanager
async def _open(port: int, request: bytes) -> AsyncIterator[asyncio.StreamReader]:
    """A connection on which the request has been sent. It ends at once when the block is left, however it is left."""
    writer = None
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        yield reader
    except (OSError, EOFError, asyncio.LimitOverrunError) as error:
        raise Away(str(error)) from error
    finally:
        if writer is not None:
            writer.transport.abort()


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").splitlines()[:-1]
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return int(first.split(" ")[1]), headers


async def ask(port: int, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
    """One request on a connection of its own. Away when no whole answer came."""
    async with _open(port, _request(method, path, body, headers | {"Connection": "close"})) as reader:
        status, told = await _head(reader)
        return Answer(status, told, await reader.readexactly(int(told["content-length"])))


async def _blocks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Whole messages of a live stream, out of whatever pieces they come in."""
    rest = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        rest += (await reader.readexactly(size + 2))[:-2]
        *whole, rest = rest.split(b"\n\n")
        for block in whole:
            yield block


async def follow(port: int, path: str, **headers: str) -> AsyncIterator[tuple[str, bytes]]:
    """The events of a live stream as (id, data); ("bye", reason) when it says so. Away when it is cut."""
    async with _open(port, _request("GET", path, b"", headers)) as reader:
        status, _ = await _head(reader)
        if status != 200:
            raise Away(f"the stream was answered with {status}")
        async for block in _blocks(reader):
            fields = dict(line.split(b": ", 1) for line in block.splitlines() if not line.startswith(b":"))
            if b"event" in fields:
                yield fields[b"event"].decode(), fields[b"data"]
            elif b"id" in fields:
                yield fields[b"id"].decode(), fields[b"data"]

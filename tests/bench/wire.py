"""A client that costs little: one connection for commands, one for each live stream."""

import asyncio
import json
from collections.abc import Callable
from typing import Any


class Caller(asyncio.Protocol):
    """One HTTP/1.1 connection, kept alive; one request at a time."""

    def __init__(self) -> None:
        self._data, self._answer = b"", asyncio.get_running_loop().create_future()
        self._transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._data += data
        head, found, body = self._data.partition(b"\r\n\r\n")
        if not found:
            return
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n", 1)[0])
        if len(body) >= length and not self._answer.done():
            self._answer.set_result((int(head[9:12]), body))

    async def post(self, path: str, body: bytes, token: str | None) -> Any:
        """Send a body; AssertionError when it is not accepted."""
        self._data, self._answer = b"", asyncio.get_running_loop().create_future()
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        head = f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n{bearer}"
        self._transport.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        status, said = await self._answer
        assert status < 300, (path, body, said)
        return said

    async def get(self, path: str, token: str) -> bytes:
        """Read something; AssertionError when there is nothing."""
        self._data, self._answer = b"", asyncio.get_running_loop().create_future()
        self._transport.write(f"GET {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        status, said = await self._answer
        assert status == 200, (path, said)
        return bytes(said)

    async def ask(self, path: str, asked: dict[str, Any], token: str | None = None) -> Any:
        """The same, for what is read."""
        return json.loads(await self.post(path, json.dumps(asked).encode(), token))

    def close(self) -> None:
        self._transport.close()


class Watcher(asyncio.Protocol):
    """One live stream; `told` is called with the number of the newest whole event."""

    def __init__(self, told: Callable[[int], None]) -> None:
        self._told, self._rest, self._transport = told, b"", None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = asyncio.Event()

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set()

    def watch(self, path: str, token: str | None) -> None:
        """Ask for the stream."""
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        self._transport.write(f"GET {path} HTTP/1.1\r\nHost: bench\r\n{bearer}\r\n".encode())  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        if not self.ready.done() and b"retry:" in data:
            self.ready.set_result(None)
        start, end = data.rfind(b"\nid: "), data.rfind(b"\n\n")
        if start >= 0 and end > start:
            self._told(int(data[start : data.index(b"\n", start + 1)].rpartition(b"-")[2]))
            self._rest = b""
        else:
            self._rest = data[start:] if start >= 0 else data[-8:]

    def close(self) -> None:
        self._transport.close()  # type: ignore[attr-defined]

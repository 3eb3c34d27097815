"""Server-sent events: an answer that writes to the connection as things happen."""

import asyncio
from abc import ABC, abstractmethod
from typing import Final

from litestar.types import Receive, Scope, Send

from service.http.asking import Service
from service.http.limits import Outlet
from service.http.watching import STREAMS
from service.tokens import Bearer

HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"vary", b"Authorization"),
]
BEAT: Final = b": still here\n\n"


def bye(reason: str) -> bytes:
    """The last message of a stream."""
    return b'event: bye\ndata: {"reason":"%b"}\n\n' % reason.encode()


async def write(send: Outlet, block: bytes, *, more: bool = True) -> None:
    """Send some messages."""
    await send({"type": "http.response.body", "body": block, "more_body": more})


class ServerSent(ABC):
    """The answer itself: one task for each stream, and one that waits for its client to go."""

    def __init__(self, service: Service, match: str, bearer: Bearer | None) -> None:
        self.service, self.match_id, self.bearer = service, match, bearer
        self.gone = asyncio.Event()

    @abstractmethod
    async def follow(self, send: Outlet) -> str:
        """Send what comes; what comes back is why it ended."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what follows. It ends for a reason of its own, with the service, or when the client is gone."""
        with (
            self.service.limits.stream(scope, send, self.bearer) as outlet,
            self.service.presence.shown(self.bearer),
            STREAMS.track_inprogress(),
        ):
            await self._write_all(receive, outlet)

    async def _write_all(self, receive: Receive, send: Outlet) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        watching = asyncio.create_task(self._watch(receive))
        try:
            await write(send, b"retry: %d\n\n" % self.service.settings.stream_retry_ms)
            reason = await self.follow(send)
            await write(send, bye(reason), more=False)
        finally:
            watching.cancel()

    async def _watch(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.gone.set()
        self.service.live.wake(self.match_id)

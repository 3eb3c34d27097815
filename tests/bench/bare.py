"""A fan-out without a service: what is posted to /say goes to every stream, by plain ASGI on the same server."""

import asyncio
import contextlib
import sys
from typing import Any

import uvicorn

PAD = "x" * 150
"""Makes a message as long as an event of a match usually is."""


class Fan:
    """All open streams, each with a task of its own that is woken for every message."""

    def __init__(self) -> None:
        self.waiting: list[asyncio.Future[bytes]] = []
        self.said = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Say or listen."""
        if scope["type"] == "http":
            await (self.say(receive, send) if scope["method"] == "POST" else self.listen(receive, send))

    async def say(self, receive: Any, send: Any) -> None:
        """Tell everyone, then answer."""
        await receive()
        self.said += 1
        block = b'id: p-%d\ndata: {"text":"%b"}\n\n' % (self.said, PAD.encode())
        waiting, self.waiting = self.waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(block)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    async def listen(self, receive: Any, send: Any) -> None:
        """Send whatever is said until the client is gone."""
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"retry: 1000\n\n", "more_body": True})
        loop, gone = asyncio.get_running_loop(), asyncio.create_task(_gone(receive))
        gone.add_done_callback(lambda _: told.cancel())
        with contextlib.suppress(asyncio.CancelledError):
            while not gone.done():
                told: asyncio.Future[bytes] = loop.create_future()
                self.waiting.append(told)
                await send({"type": "http.response.body", "body": await told, "more_body": True})


async def _gone(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


if __name__ == "__main__":
    uvicorn.run(Fan(), port=int(sys.argv[1]), log_level="error", access_log=False, loop="uvloop", timeout_keep_alive=60)

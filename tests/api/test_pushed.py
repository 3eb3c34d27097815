"""Commits are written to listeners from where they were told; each still gets every event once, in order."""

import asyncio
import re
from typing import Any

from tests.api.conftest import Running, Table, bearing


class Listener:
    """A live stream by hand, of a server that says when a write would have to wait."""

    def __init__(self, service: Running, table: Table, token: str | None = None) -> None:
        self.got, self.paused, self.pushed = b"", False, 0
        self._writable, self._gone = asyncio.Event(), asyncio.Event()
        self._writable.set()
        headers = [(name.lower().encode(), value.encode()) for name, value in bearing(token).items()]
        connection = {"abort": self._gone.set, "is_paused": lambda: self.paused}
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
            "path": f"{table.path}/stream", "raw_path": b"", "query_string": b"", "root_path": "", "headers": headers,
            "server": ("test", 80), "client": ("127.0.0.1", 1), "extensions": {"conclave.connection": connection},
        }  # fmt: skip
        self.task = asyncio.create_task(service.app(scope, self._receive, self._send))  # type: ignore[arg-type]  # by hand

    async def _receive(self) -> Any:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.pushed += asyncio.current_task() is not self.task
        if self.paused:
            await self._writable.wait()
        self.got += message.get("body", b"")

    def pause(self) -> None:
        self.paused = True
        self._writable.clear()

    def go_on(self) -> None:
        self.paused = False
        self._writable.set()

    @property
    def ids(self) -> list[str]:
        return re.findall(r"(?m)^id: (.*)$", self.got.decode())

    async def until(self, last: str) -> None:
        """Return when an event has come."""
        async with asyncio.timeout(10):
            while last not in self.ids:  # noqa: ASYNC110  # the stream tells nobody
                await asyncio.sleep(0)


async def opened(service: Running, table: Table, *tokens: str | None) -> list[Listener]:
    """Listeners that have come to rest."""
    listeners = [Listener(service, table, token) for token in tokens]
    room = service.app.service.live._rooms
    async with asyncio.timeout(10):
        while table.id not in room or len(room[table.id]._waiting) < len(tokens):  # noqa: ASYNC110  # nor does a room
            await asyncio.sleep(0)
    return listeners


async def last_of(table: Table, token: str | None) -> str:
    return str((await table.get("/events?limit=500", token)).json()["next"])


async def ids_after(table: Table, token: str | None, start: str) -> list[str]:
    page = (await table.get(f"/events?limit=500&after={start}", token)).json()
    return [event["id"] for event in page["events"]]


async def test_what_is_told_is_written_without_waking_a_task(service: Running) -> None:
    table = await service.table()
    tokens = (table.seats["roy"], table.seats["stella"], None)
    starts = [await last_of(table, token) for token in tokens]
    listeners = await opened(service, table, *tokens)
    for _ in range(4):
        assert await table.play_one()
    for listener, token, start in zip(listeners, tokens, starts, strict=True):
        await listener.until(await last_of(table, token))
        assert await ids_after(table, token, start) == listener.ids
        assert listener.pushed > 0


async def test_who_cannot_take_more_is_left_to_its_own_task_and_misses_nothing(service: Running) -> None:
    table = await service.table()
    start = await last_of(table, None)
    slow, quick = await opened(service, table, None, None)
    await table.play_one()
    await quick.until(await last_of(table, None))
    slow.pause()
    for _ in range(3):
        await table.play_one()
        await quick.until(await last_of(table, None))
    assert len(slow.ids) < len(quick.ids)
    slow.go_on()
    await slow.until(await last_of(table, None))
    await table.play_one()
    for listener in (slow, quick):
        await listener.until(await last_of(table, None))
    assert await ids_after(table, None, start) == slow.ids == quick.ids


async def test_the_end_of_a_match_ends_the_streams_that_were_written_to(service: Running) -> None:
    table = await service.table()
    listeners = await opened(service, table, table.seats["roy"], None)
    await table.command(table.seats["roy"], {"type": "match.Resign"})
    await asyncio.wait_for(asyncio.gather(*(listener.task for listener in listeners)), 10)
    assert all(b'{"reason":"over"}' in listener.got for listener in listeners)


async def test_a_token_that_became_void_is_written_nothing_more(service: Running) -> None:
    table = await service.table()
    old = table.seats["roy"]
    (listener,) = await opened(service, table, old)
    body = {"claim_key": "k" * 32}
    assert 200 == (await service.post(f"{table.path}/seats/roy/token", body, old)).status_code
    await asyncio.wait_for(listener.task, 10)
    assert [] == listener.ids
    assert b'{"reason":"token"}' in listener.got

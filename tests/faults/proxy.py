"""A wire between a service and its store that can be cut, slowed and made to lose answers."""

import asyncio
import contextlib
from random import Random


class Proxy:
    """Listens on a port of its own and passes everything on to a unix socket.

    `delay_s` is the longest time that an answer is held back; `lose` counts answers to appends in whose place
    the connection ends.
    """

    def __init__(self, target: str, rng: Random) -> None:
        self._target, self._rng = target, rng
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._carrying: set[asyncio.Task[None]] = set()
        self.delay_s, self.lose = 0.0, 0

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)

    @property
    def url(self) -> str:
        """The address for a service."""
        assert self._server is not None
        return f"redis://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def cut(self) -> int:
        """End all connections in the middle of whatever they carry; how many there were."""
        cut = len(self._writers) // 2
        for writer in self._writers:
            writer.transport.abort()
        return cut

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        await asyncio.gather(*self._carrying, return_exceptions=True)
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        ends = {writer}
        try:
            answers, requests = await asyncio.open_unix_connection(self._target)
            ends.add(requests)
            self._writers |= ends
            there = asyncio.create_task(self._carry(reader, requests))
            back = asyncio.create_task(self._carry_back(answers, writer))
            await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
            for side in (there, back):
                side.cancel()
            await asyncio.gather(there, back, return_exceptions=True)
        except OSError:
            return  # the store is away: so is the wire
        finally:
            self._writers -= ends
            for end in ends:
                end.transport.abort()
            self._carrying.discard(task)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(1 << 20):
                target.write(data)

    async def _carry_back(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(1 << 20):
                if self.lose and b"OK\r\n:" in data:
                    self.lose -= 1
                    return
                if self.delay_s:
                    await asyncio.sleep(self._rng.uniform(0, self.delay_s))
                target.write(data)

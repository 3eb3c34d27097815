"""Many matches at once; a command counts when every seat and one spectator have seen their form of it."""

import asyncio
import json
import time
from typing import Any

from domain.kernel.viewers import SPECTATOR
from tests.bench.scripts import Move, Script
from tests.bench.wire import Caller, Watcher

WAIT_S = 20


class Table:
    """One match being played: its seats' tokens, its watchers, and what each has seen."""

    def __init__(self, port: int, script: Script) -> None:
        self.port, self.script = port, script
        self.tokens: dict[str, str] = {}
        self.path = ""
        self._seen: dict[str, int] = {}
        self._wanted: dict[str, int] = {}
        self._complete: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._watchers: list[Watcher] = []
        self._played = 0

    async def open(self) -> "Table":
        """Create, claim, start, and listen."""
        loop = asyncio.get_running_loop()
        _, self.caller = await loop.create_connection(Caller, "127.0.0.1", self.port)
        seats = [{"by": "person"}] * len(self.script.seats)
        asked: dict[str, Any] = {"game": self.script.game, "seats": seats, "options": self.script.options}
        made = await self.caller.ask("/v1/matches", asked)
        self.path = f"/v1/matches/{made['id']}"
        for seat in self.script.seats:
            claimed = await self.caller.ask(f"{self.path}/seats/{seat}/claim", {"claim_key": f"{seat:k<32}"})
            self.tokens[seat] = claimed["token"]
        await self.caller.ask(f"{self.path}/commands", {"command": {"type": "match.Start"}}, made["host_token"])
        for viewer in (*self.script.seats, SPECTATOR):
            await self._listen(viewer)
        return self

    async def _listen(self, viewer: str) -> None:
        def told(number: int) -> None:
            self._seen[viewer] = number
            self._look()

        loop = asyncio.get_running_loop()
        _, watcher = await loop.create_connection(lambda: Watcher(told), "127.0.0.1", self.port)
        watcher.watch(f"{self.path}/stream", self.tokens.get(viewer))
        await asyncio.wait_for(watcher.ready, WAIT_S)
        self._watchers.append(watcher)
        self._seen[viewer] = 0

    def _look(self) -> None:
        if not self._complete.done() and all(self._seen[v] >= n for v, n in self._wanted.items()):
            self._complete.set_result(None)

    async def give(self, move: Move, before: dict[str, int]) -> float:
        """Give a command; seconds until all have seen it and its actor has the answer."""
        self._complete = asyncio.get_running_loop().create_future()
        self._wanted = {viewer: n for viewer, n in move.seen.items() if n > before.get(viewer, 0)}
        began = time.perf_counter()
        body = json.dumps({"command": move.command}).encode()
        answer = self.caller.post(f"{self.path}/commands", body, self.tokens[move.seat])
        self._look()
        await asyncio.wait_for(asyncio.gather(answer, self._complete), WAIT_S)
        return time.perf_counter() - began

    async def play(self, until: int, pause: float = 0.0, due: float = 0.0) -> list[float]:
        """The script up to a command. In an open loop they are due `pause` seconds apart, the first one at
        `due`; how late the one before makes a command counts as its latency, how late a timer goes off does not."""
        took: list[float] = []
        while self._played < until:
            late = 0.0
            if pause:
                late = max(0.0, time.perf_counter() - due)
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += pause
            before = self.script.moves[self._played - 1].seen if self._played else {}
            took.append(late + await self.give(self.script.moves[self._played], before))
            self._played += 1
        return took

    def close(self) -> None:
        for connection in (self.caller, *self._watchers):
            connection.close()


async def opened(port: int, script: Script, matches: int) -> list[Table]:
    """Some matches with all who watch them."""
    return [await Table(port, script).open() for _ in range(matches)]


async def closed_loop(port: int, script: Script, matches: int) -> tuple[list[float], float]:
    """Play some matches at once, each as fast as it goes: the latencies in order, and the time taken."""
    tables = await opened(port, script, matches)
    began = time.perf_counter()
    took = await asyncio.gather(*(table.play(len(script.moves)) for table in tables))
    passed = time.perf_counter() - began
    for table in tables:
        table.close()
    return sorted(each for one in took for each in one), passed


async def open_loop(port: int, script: Script, matches: int, rate: float) -> list[float]:
    """Give `rate` commands a second in all, evenly, whatever the answers do: the latencies in order.

    Each of the matches stands at another place of the script, and after its end the next one begins, so that
    they do not move in step."""
    ahead, behind = await opened(port, script, matches), await opened(port, script, matches)
    end = len(script.moves)
    places = [end * n // matches for n in range(matches)]
    for table, place in zip(ahead, places, strict=True):
        await table.play(place)
    pause, began = matches / rate, time.perf_counter()

    async def lane(n: int) -> list[float]:
        due = began + n / rate
        first = await ahead[n].play(end, pause, due)
        return first + await behind[n].play(places[n], pause, due + pause * len(first))

    took = await asyncio.gather(*map(lane, range(matches)))
    for table in (*ahead, *behind):
        table.close()
    return sorted(each for one in took for each in one)

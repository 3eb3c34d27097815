"""Live updates: one subscription of the process fans out to all who listen here."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

from domain.kernel.viewers import Viewer
from service.delay import Delay
from service.matches import Matches
from service.opening import NoSuchMatch, ReadOnly
from service.room import Push, Room, Told
from service.store.port import Unavailable


class Place:
    """How far a listener has got: `after` is the number of the last event that it was sent."""

    __slots__ = ("after",)

    def __init__(self, after: int) -> None:
        self.after = after


class Live:
    """The listeners of this process. `stopping` ends every wait at once."""

    def __init__(self, matches: Matches, delay: Delay) -> None:
        self.matches, self.delay = matches, delay
        self.stopping = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._rooms: dict[str, Room] = {}
        self._looking: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to take the store's wake-ups."""
        self._tasks = [asyncio.create_task(self._take_wakeups()), asyncio.create_task(self._wake_at_stop())]

    async def stop(self) -> None:
        """End every stream and wait, then the wake-ups."""
        self.stopping.set()
        self._wake_all()
        tasks = [*self._tasks, *self._looking]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _wake_at_stop(self) -> None:
        await self.stopping.wait()
        self._wake_all()

    def _wake_all(self) -> None:
        """One task watches for the stop, so that no listener has to."""
        for room in self._rooms.values():
            room.wake()

    def wake(self, match: str) -> None:
        """Let those who listen to a match here look again."""
        if match in self._rooms:
            self._rooms[match].wake()

    def wake_delayed(self) -> None:
        """Let spectators look again where something has become old enough for them."""
        for match in self.delay.due():
            self.wake(match)

    async def _take_wakeups(self) -> None:
        async for match, number in self.matches.store.wakeups:
            if number and self.matches.version_here(match) >= number:
                continue
            if number and self.matches.is_writing(match):
                self._later(match, number)
            else:
                await self._look(match)
            if not number and match in self._rooms:
                self._rooms[match].heard()

    async def _look(self, match: str) -> None:
        with contextlib.suppress(NoSuchMatch, ReadOnly, Unavailable):
            await self.matches.room(match)  # in trouble whoever listens finds out with its own next read

    def _later(self, match: str, number: int) -> None:
        """The hint is most likely of the own append under way, whose answer brings the same: wait for it."""
        task = asyncio.create_task(self._look_after_writing(match, number))
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def _look_after_writing(self, match: str, number: int) -> None:
        await self.matches.written(match)
        if self.matches.version_here(match) < number:
            await self._look(match)

    async def follow(
        self, match: str, viewer: Viewer, place: Place, beat_s: float, gone: asyncio.Event, push: Push | None = None
    ) -> AsyncGenerator[Told | None, None]:
        """Every commit with events for `viewer` after its `place`, first the missed ones, then as they come, but
        for those that `push` takes; None whenever `beat_s` seconds passed without one, whatever happened that the
        viewer is not told of. Ends when the service stops, or when `gone` is set and the match's listeners are woken.
        """
        room = await self.matches.room(match)
        await self._listen(room)
        clock = asyncio.get_running_loop().time
        beat_at = clock() + beat_s
        try:
            while not (self.stopping.is_set() or gone.is_set()):
                told = room.since(viewer, place.after)
                if told is None:
                    told = await self.matches.told(match, viewer, place.after)
                if told and self.delay.applies(room.match, viewer):
                    told = await self.delay.cut(room.match, viewer, told)
                for each in (one for one in told if one.span(room.match, viewer)):
                    yield each
                    place.after = each.span(room.match, viewer)[-1]
                quiet = not told and not await room.changed(beat_at - clock(), push)
                if quiet:
                    yield None
                if told or quiet:
                    beat_at = clock() + beat_s
        finally:
            await self._leave(room)

    @contextlib.asynccontextmanager
    async def listening(self, match: str) -> AsyncGenerator[Room, None]:
        """The match, whose news wake whoever waits for its room to change."""
        room = await self.matches.room(match)
        await self._listen(room)
        try:
            yield room
        finally:
            await self._leave(room)

    async def wait(self, match: str, viewer: Viewer, after: int, seconds: float) -> None:
        """Return when `viewer` has an event after its number `after`, or the time is over."""
        room = await self.matches.room(match)
        await self._listen(room)
        try:
            async with asyncio.timeout(seconds):
                while (await self.delay.seen(room.match, viewer)).seq(viewer) <= after and not self.stopping.is_set():
                    await room.changed(seconds)
        except TimeoutError:
            return
        finally:
            await self._leave(room)

    async def _listen(self, room: Room) -> None:
        room.listeners += 1
        if room.listeners == 1:
            self._rooms[room.match.id] = room
            await self.matches.store.wakeups.subscribe(room.match.id, room.match.version)

    async def _leave(self, room: Room) -> None:
        room.listeners -= 1
        if room.listeners == 0:
            del self._rooms[room.match.id]
            room.forget_forms()
            await self.matches.store.wakeups.unsubscribe(room.match.id)

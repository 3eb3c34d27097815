"""The application: one store, one set of games, all routes; started and stopped as a whole."""

import asyncio
import contextlib
import secrets
import signal
import threading
import time
from collections import ChainMap
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping
from types import FrameType
from typing import Any, Final

from litestar import Litestar

from api_schema.contract import Contract
from api_schema.document import encoded
from domain.kernel.chance import Chance
from domain.kernel.contract import AnyGame
from domain.kernel.match.aggregate import ChanceOf
from service import docs
from service.awaiting import Awaiting
from service.capacity import Capacity
from service.delay import Delay
from service.hooks import Hooks
from service.http.asking import Service
from service.http.cors import CrossOrigin
from service.http.limits import Limits
from service.http.pages import Pages
from service.http.problems import to_problem
from service.http.reading import Reader
from service.http.replies import Handler
from service.http.routing import name_all_methods, routes
from service.http.views import Views
from service.http.watching import Watched
from service.live import Live
from service.lobby import Listing
from service.matches import Matches
from service.outbound import Outbound
from service.presence import Presence
from service.routes import archive, awaiting, company, games, matches, play, seats, state, stream, talk
from service.settings import BODY_BYTES, Settings
from service.store.port import Store, Unavailable
from service.sweep import sweep
from service.talk import Talk
from service.upkeep import Upkeep
from service.version import VERSION
from service.workers import Workers

HANDLERS: Final[Mapping[str, Handler]] = ChainMap(
    *(dict(area.HANDLERS) for area in (games, matches, seats, play, stream, talk, company, awaiting, archive, state))
)


SWEEP_LEASE_MS: Final = 3_600_000
SWEEP_AGAIN_S: Final = 1.0
CUT_EVERY_S: Final = 1.0


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Application(Watched):
    """The ASGI application, and the parts that its owner may want to reach."""

    def __init__(self, service: Service, workers: Workers, listing: Listing, started: str) -> None:
        self.service, self.workers, self.listing, self._started = service, workers, listing, started
        self.upkeep = Upkeep(service.matches, service.settings)
        self.litestar = Litestar(
            [*routes(service, HANDLERS), docs.page, docs.start, docs.static()],
            exception_handlers={Exception: to_problem},
            lifespan=[self._life],
            openapi_config=None,
            request_max_body_size=BODY_BYTES,
            logging_config=None,
        )
        name_all_methods(self.litestar)
        workers.each_round += [service.live.wake_delayed, service.presence.renew]
        origins = service.settings.cors_origins
        super().__init__(CrossOrigin(self.litestar, origins) if origins else self.litestar)

    @contextlib.asynccontextmanager
    async def _life(self, _: Litestar) -> AsyncIterator[None]:
        self._stop_on_signals()
        async with self.running():
            at_leisure = [asyncio.create_task(work) for work in self._works()]
            yield
            for work in at_leisure:
                work.cancel()
            await asyncio.gather(*at_leisure, return_exceptions=True)

    def _works(self) -> Iterable[Coroutine[Any, Any, None]]:  # whatever asyncio sends in
        """What is done beside the requests, at leisure."""
        return self._sweep(), self.upkeep.run(), self.service.hooks.run()

    async def _sweep(self) -> None:
        """Once after the start, in one process of all that were started together."""
        matches, holder, name = self.service.matches, self.workers.holder, f"sweep {self._started}"
        while True:
            try:
                if await matches.store.leases.take(name, holder, matches.clock(), SWEEP_LEASE_MS):
                    await sweep(matches, self.listing, self.workers)
                    await matches.store.leases.release(name, holder)
                return
            except Unavailable:
                await asyncio.sleep(SWEEP_AGAIN_S)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """From start to end: live streams, the worker, and at last the store's connections."""
        await self.service.live.start()
        self.workers.start()
        cutting = asyncio.create_task(self._cut_stalled())
        try:
            yield
        finally:
            cutting.cancel()
            await self.workers.stop()
            await self.service.live.stop()
            await self.listing.settle()
            await self.service.presence.stop()
            await self.service.matches.store.close()

    async def _cut_stalled(self) -> None:
        while True:
            await asyncio.sleep(CUT_EVERY_S)
            self.service.limits.cut_stalled()

    def _stop_on_signals(self) -> None:
        """End streams and waits at the first sign of a stop: the server waits for them to end."""
        if threading.current_thread() is not threading.main_thread():
            return
        loop, stopping = asyncio.get_running_loop(), self.service.live.stopping
        for number in (signal.SIGINT, signal.SIGTERM):
            before = signal.getsignal(number)

            def stop(number: int, frame: FrameType | None, before: object = before) -> None:
                loop.call_soon_threadsafe(stopping.set)
                if callable(before):
                    before(number, frame)

            signal.signal(number, stop)


def build_app(
    games: Mapping[str, AnyGame],
    store: Store,
    server_key: bytes,
    settings: Settings | None = None,
    *,
    clock: Callable[[], int] = now_ms,
    chance: ChanceOf = Chance,
    started: str = "",
) -> Application:
    """The application over a store. `started` names the start that several processes share. Tests give games, a
    clock and a chance of their own."""
    contract = Contract(games)
    of = Matches(store, contract.games, server_key, clock, chance)
    delay, asked = Delay(of), settings or Settings()
    live = Live(of, delay)
    service = Service(
        contract=contract,
        settings=asked,
        document=encoded(contract, VERSION),
        matches=of,
        live=live,
        delay=delay,
        views=Views(contract.fingerprint),
        pages=Pages(of),
        commands=Reader(contract.command, "/command"),
        limits=Limits(asked),
        capacity=Capacity(of, asked),
        talk=Talk(of),
        presence=Presence(of),
        awaiting=Awaiting(of, live),
        hooks=Hooks(of, Outbound(private=asked.private_webhooks)),
    )
    return Application(service, Workers(of), Listing(of), started or secrets.token_hex(8))

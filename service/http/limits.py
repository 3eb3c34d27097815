"""How much one client may ask for: requests by its address and its token, and live streams of each.

A token bucket of our own: the known libraries count in fixed windows, hold a lock over the whole process, or
want a store for it. Every process counts for itself; what it keeps is bounded.
"""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final

from litestar.types import Message, Scope, Send

from service import tokens
from service.http.problems import Failure
from service.http.watching import PLAIN
from service.settings import Settings
from service.tokens import Bearer

KEPT: Final = 20_000
CONNECTION: Final = "conclave.connection"
"""An extension of the server: `abort` cuts the connection of a request at once, `is_paused` says whether a write to
it would have to wait."""

Address = str | None


@lru_cache(maxsize=KEPT)
def _place(host: str) -> Address:
    try:
        address = ip_address(host)
    except ValueError:
        return None  # a unix socket has no address
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped  # a socket that hears both kinds, or a proxy, writes them so
    if address.is_loopback:
        return None
    return str(ip_network(f"{address}/64", strict=False)) if isinstance(address, IPv6Address) else str(address)


def address_of(scope: Scope) -> Address:
    """Whose limits a request counts for: an IPv4 address, or an IPv6 network of a /64. None for this machine
    itself, for which there are none: that is the operator, or a proxy that does not say for whom it asks."""
    client = scope.get("client")
    return _place(client[0]) if client else None


class Buckets:
    """A bucket of tokens for each name. Those that were not asked for longest are forgotten, and are full again."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> float:
        """Take one token; what comes back is 0, or the seconds until there is one."""
        if not self.rate:
            return 0.0
        now = self.clock()
        level, since = self._kept.pop(name, (self.burst, now))
        level = min(self.burst, level + (now - since) * self.rate)
        wait = max(0.0, (1 - level) / self.rate)
        self._kept[name] = (level if wait else level - 1, now)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return wait


class Outlet:
    """What a live stream writes to. `since` is when the write under way began; `cut` ends its connection."""

    __slots__ = ("_clock", "_is_paused", "_plain", "_send", "can_push", "cut", "since")

    def __init__(self, scope: Scope, send: Send, clock: Callable[[], float]) -> None:
        self._send, self._clock = send, clock
        self._plain: Send = scope.get(PLAIN, send)  # type: ignore[assignment]  # ours
        extensions: Mapping[str, Any] = scope.get("extensions") or {}
        ours = extensions.get(CONNECTION, {})
        self.cut: Callable[[], None] = ours.get("abort", lambda: None)
        self.can_push = "is_paused" in ours
        self._is_paused: Callable[[], bool] = ours.get("is_paused", lambda: True)
        self.since: float | None = None

    async def __call__(self, message: Message) -> None:
        """Send a message. It waits while the client takes nothing and its buffer, 64 KiB, is full."""
        self.since = self._clock()
        await self._send(message)
        self.since = None

    def push(self, block: bytes) -> bool:
        """Write without waiting; False when the client would have to be waited for, and nothing was written."""
        if self.since is not None or self._is_paused():
            return False
        sending = self._plain({"type": "http.response.body", "body": block, "more_body": True})
        try:
            sending.send(None)  # type: ignore[attr-defined]  # it is a coroutine, which has nothing to wait for
        except StopIteration:
            return True
        raise RuntimeError("the server waits although it is not paused")


class Limits:
    """The limits of this process."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.settings, self.clock = settings, clock
        self._addresses = Buckets(settings.address_rate, settings.address_burst, clock)
        self._tokens = Buckets(settings.token_rate, settings.token_burst, clock)
        self._streams: Counter[tuple[str, ...]] = Counter()
        self._outlets: set[Outlet] = set()

    def admit(self, scope: Scope, token: str | None) -> None:
        """Count a request. Failure when there were too many; what is refused by its address costs its token nothing.
        A token that many share has no limit of its own: one of them could use it up for all."""
        address = address_of(scope)
        if address is None:
            return
        wait = self._addresses.take(address)
        if not wait and token and not tokens.is_shared(tokens.name_in(token)):
            wait = self._tokens.take(tokens.fingerprint(token))
        if wait:
            raise Failure(
                "too-many-requests", "There were too many requests.", code="rate", retry_s=max(1, math.ceil(wait))
            )

    @contextmanager
    def stream(self, scope: Scope, send: Send, bearer: Bearer | None) -> Iterator[Outlet]:
        """Hold a live stream. Failure as for `held`."""
        outlet = Outlet(scope, send, self.clock)
        with self.held(scope, bearer):
            self._outlets.add(outlet)
            try:
                yield outlet
            finally:
                self._outlets.discard(outlet)

    @contextmanager
    def held(self, scope: Scope, bearer: Bearer | None) -> Iterator[None]:
        """Hold something that stays open: a live stream, or a request that waits. Failure when its address or its
        bearer has too many."""
        address = address_of(scope)
        holder = (bearer.match, bearer.actor) if bearer is not None and not tokens.is_shared(bearer.actor) else ()
        most = {(address or "",): self.settings.address_streams, holder: self.settings.token_streams}
        names = [name for name in most if address is not None and name]
        if any(0 < most[name] <= self._streams[name] for name in names):
            raise Failure("too-many-requests", "Too many live streams and waits are open.", code="streams", retry_s=5)
        self._streams.update(names)
        try:
            yield
        finally:
            self._streams.subtract(names)
            for name in names:
                if not self._streams[name]:
                    del self._streams[name]

    def cut_stalled(self) -> int:
        """End the connections of clients that have taken nothing for too long; how many there were. Such a client
        goes on from the last id that it got, and nobody else waits for it."""
        if not self.settings.stall_s:
            return 0
        late = self.clock() - self.settings.stall_s
        stalled = [outlet for outlet in self._outlets if outlet.since is not None and outlet.since <= late]
        for outlet in stalled:
            outlet.cut()
        return len(stalled)

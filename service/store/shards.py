"""The servers behind a store: for each key the one that has it, found anew whenever a connection is lost."""

from bisect import bisect_left
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from itertools import count
from typing import Any, Final, Protocol

from msgspec import Struct
from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.connection import Connection, ConnectionPool
from redis.asyncio.retry import Retry as AsyncRetry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff
from redis.crc import key_slot
from redis.exceptions import ConnectionError as Lost
from redis.exceptions import RedisError
from redis.retry import Retry

from service.store.lane import Connect, Fence, Lane
from service.store.places import Address, Place, place_of
from service.store.port import Unavailable

OTHERS: Final = 2
"""Connections for all that is not an append, so that a long read holds up few others."""

ASK_S: Final = 1.0
"""Seconds until the next Sentinel or node is asked where a master is."""

NOT_TWICE: Final[Any] = AsyncRetry(NoBackoff(), 0)
"""Repeating is the lane's business."""

ONCE: Final = Retry(NoBackoff(), 0)
"""The same for a client that blocks."""

MakeLane = Callable[[Connect, Fence | None], Lane]


class Shard:
    """One master. One connection carries all appends, a few others all the rest."""

    def __init__(self, connect: Connect, make: MakeLane, fence: Fence | None) -> None:
        self.connect = connect
        self.appends = make(connect, fence)
        self._others = tuple(make(connect, fence) for _ in range(OTHERS))

    @property
    def lane(self) -> Lane:
        """A lane for all that is not an append."""
        return min(self._others, key=_load)

    async def close(self) -> None:
        for lane in (self.appends, *self._others):
            await lane.close()


def _load(lane: Lane) -> int:
    return lane.load


def _fence(place: Place, key: bytes) -> Fence | None:
    return Fence(key, place.replicas) if place.replicas else None


def key_in(slot: int) -> bytes:
    """The key of the fence in this slot of a cluster."""
    return next(key for n in count() if key_slot(key := b"x:fence:{%d}" % n) == slot)


class Shards(Protocol):
    """Every master of a store."""

    keys_at_once: int
    """How many keys one command may name, for none of which is known in which slot it is."""

    def of(self, key: bytes) -> Shard:
        """The one that has the key."""

    def all(self) -> Sequence[Shard]: ...

    async def close(self) -> None: ...


class OneShard:
    """A single server, or the one master that Sentinels name."""

    keys_at_once = 500

    def __init__(self, place: Place, make: MakeLane) -> None:
        self._sentinel = None
        if place.kind == "sentinel":
            asking = {"socket_timeout": ASK_S, "socket_connect_timeout": ASK_S, "retry": NOT_TWICE, "protocol": 2}
            self._sentinel = Sentinel(place.hosts, sentinel_kwargs=asking)
            connect: Connect = partial(Roaming, partial(self._sentinel.discover_master, place.name), place)
        else:  # RESP2, for plain lists as answers
            pool = ConnectionPool.from_url(place.url, protocol=2, retry=NOT_TWICE, socket_timeout=None)
            connect = pool.make_connection
        self._shard = Shard(connect, make, _fence(place, b"x:fence"))

    def of(self, key: bytes) -> Shard:
        return self._shard

    def all(self) -> Sequence[Shard]:
        return (self._shard,)

    async def close(self) -> None:
        await self._shard.close()
        if self._sentinel is not None:
            await self._sentinel.aclose()


class Roaming(Connection):
    """A connection that finds out where its server is whenever it connects."""

    def __init__(self, find: Callable[[], Awaitable[Address]], place: Place) -> None:
        super().__init__(**place.login, retry=NOT_TWICE, socket_timeout=None)
        self._find = find

    async def connect(self) -> None:
        if not self.is_connected:
            self.host, self.port = await self._find()
        await super().connect()  # type: ignore[no-untyped-call]  # its stub lacks them


class Span(Struct, frozen=True):
    """Slots in a row, with their master and its replicas."""

    first: int
    last: int
    master: Address
    replicas: tuple[Address, ...] = ()


def spans_of(reply: Iterable[Sequence[Any]]) -> list[Span]:
    """What CLUSTER SLOTS answers, in order."""
    spans = [Span(first, last, _address(master), tuple(map(_address, rest))) for first, last, master, *rest in reply]
    return sorted(spans, key=lambda span: span.first)


def _address(node: Sequence[Any]) -> Address:
    return (node[0].decode() if isinstance(node[0], bytes) else node[0]), int(node[1])


class ClusterShards:
    """The masters of a cluster. Each is known by one of its slots, so that a shard outlives a failover; when
    slots move to another master, the map is drawn again at the next lost connection or wrong address."""

    keys_at_once = 1

    def __init__(self, place: Place, make: MakeLane) -> None:
        self._place, self._make = place, make
        self._nodes = list(place.hosts)
        self._by_slot: dict[int, Shard] = {}
        self._spans: list[Span] = []
        self._owners: list[Shard] = []
        self._draw(first_map(place))

    def of(self, key: bytes) -> Shard:
        return self._owners[self._at(key_slot(key))]

    def all(self) -> Sequence[Shard]:
        return tuple(dict.fromkeys(self._owners))

    async def close(self) -> None:
        for shard in self._by_slot.values():
            await shard.close()

    def _at(self, slot: int) -> int:
        return min(bisect_left(self._spans, slot, key=lambda span: span.last), len(self._spans) - 1)

    def _draw(self, spans: list[Span]) -> None:
        self._spans = spans
        self._nodes = list(dict.fromkeys([*(span.master for span in spans), *self._nodes]))
        by_master: dict[Address, Shard] = {}
        for slot, shard in self._by_slot.items():
            by_master.setdefault(self._spans[self._at(slot)].master, shard)
        for span in spans:
            if span.master not in by_master:
                connect = partial(Roaming, partial(self._master_of, span.first), self._place)
                fence = _fence(self._place, key_in(span.first))
                self._by_slot[span.first] = by_master[span.master] = Shard(connect, self._make, fence)
        self._owners = [by_master[span.master] for span in spans]

    async def _master_of(self, slot: int) -> Address:
        for host, port in self._nodes:
            try:
                async with AsyncRedis(host=host, port=port, **self._place.login, **asking()) as node:
                    self._draw(spans_of(await node.execute_command("CLUSTER SLOTS")))
            except (RedisError, OSError):
                self._nodes = [*self._nodes[1:], self._nodes[0]]  # the next one knows better
                continue
            return self._spans[self._at(slot)].master
        raise Lost("no node of the cluster answers")


def asking() -> dict[str, Any]:
    """How a node is asked about the others."""
    return {"socket_timeout": ASK_S, "socket_connect_timeout": ASK_S, "retry": NOT_TWICE}


def first_map(place: Place) -> list[Span]:
    """The map of a cluster as the first node says that answers. `Unavailable` when none does."""
    trouble: Exception | None = None
    for host, port in place.hosts:
        try:
            with Redis(host=host, port=port, **place.login, socket_timeout=ASK_S, retry=ONCE) as node:
                return spans_of(node.execute_command("CLUSTER SLOTS"))
        except (RedisError, OSError) as error:
            trouble = error
    raise Unavailable(f"no node of the cluster answers: {trouble}")


def shards_of(url: str, make: MakeLane) -> Shards:
    """The servers at an address."""
    place = place_of(url)
    return ClusterShards(place, make) if place.kind == "cluster" else OneShard(place, make)

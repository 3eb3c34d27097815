"""Whether the servers of a store keep what they acknowledge: what is not safe is refused or said."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from redis import Redis
from redis.exceptions import RedisError, ResponseError
from redis.sentinel import MasterNotFoundError, Sentinel

from service.store.places import Place, place_of
from service.store.port import StoreRefused, Unavailable
from service.store.programs import OLDEST, numbers
from service.store.shards import ONCE, first_map

NEEDED: Final = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}
MIN_REPLICAS: Final = "min-replicas-to-write"
ENOUGH: Final = 2
"""Replicas of each master from which one may be lost, so that a failover leaves one."""

ASKING: Final[Any] = {"socket_timeout": 10, "retry": ONCE}


class Server(Struct, frozen=True):
    """One server: what it says of itself, and those settings it lets us see."""

    name: str
    info: Mapping[str, Any]
    settings: Mapping[Any, Any]


def check_server(url: str, *, unsafe: bool = False) -> tuple[str, ...]:
    """What must be said about the servers. `StoreRefused` if they could lose acknowledged commits, unless
    `unsafe` allows that: then it is said, too."""
    place = place_of(url)
    try:
        masters, replicas, silent = _all_of(place)
    except (RedisError, OSError, ValueError, Unavailable) as error:
        raise StoreRefused(f"No store answers at {_shown(url)}: {_reason(error)}.") from error
    for master in masters:
        refuse_unable(master.info, of_cluster=place.kind == "cluster")
    risks = [risk for server in (*masters, *replicas) for risk in _risks(server, alone=place.kind == "single")]
    if place.kind != "single" and not place.replicas:
        risks.append("replicas=0: commands are acknowledged before a replica has them.")
    if risks and not unsafe:
        raise StoreRefused(f"{_shown(url)} could lose acknowledged commands: {' '.join(risks)}")
    weak = [line for master in masters for line in _weak(master, place)]
    return (*risks, *(f"{name} does not answer." for name in silent), *weak)


def _reason(error: Exception) -> str:
    return "no Sentinel knows this master" if isinstance(error, MasterNotFoundError) else str(error).rstrip(".")


def _all_of(place: Place) -> tuple[list[Server], list[Server], list[str]]:
    """The masters, the replicas that answer, and the names of those that do not."""
    if place.kind == "single":
        with Redis.from_url(place.url, **ASKING) as client:
            return [_asked(_shown(place.url), client)], [], []
    masters: list[Server] = []
    replicas: list[Server] = []
    silent: list[str] = []
    for is_master, (host, port) in _addresses(place):
        name = f"{host}:{port}"
        try:
            with Redis(host=host, port=port, **place.login, **ASKING) as client:
                (masters if is_master else replicas).append(_asked(name, client))
        except (RedisError, OSError):
            if is_master:
                raise
            silent.append(name)
    return masters, replicas, silent


def _addresses(place: Place) -> Iterator[tuple[bool, tuple[str, int]]]:
    """Every server of a replicated store, and whether it is a master."""
    if place.kind == "sentinel":
        sentinel = Sentinel(place.hosts, sentinel_kwargs=ASKING)
        yield True, sentinel.discover_master(place.name)
        yield from ((False, address) for address in sentinel.discover_slaves(place.name))
        return
    spans = first_map(place)
    yield from ((True, master) for master in dict.fromkeys(span.master for span in spans))
    yield from ((False, replica) for replica in dict.fromkeys(each for span in spans for each in span.replicas))


def _asked(name: str, client: Redis) -> Server:
    info = client.info()
    try:
        return Server(name, info, client.config_get(*NEEDED, MIN_REPLICAS))
    except ResponseError:  # CONFIG is forbidden to us or has another name
        return Server(name, info, {})


def refuse_unable(info: Mapping[str, Any], *, of_cluster: bool = False) -> None:
    """`StoreRefused` for a server that cannot do what is asked of it."""
    family = "valkey" if "valkey_version" in info else "redis"
    version = str(info[f"{family}_version"])
    if numbers(version) < OLDEST[family]:
        oldest = ".".join(map(str, OLDEST[family]))
        raise StoreRefused(f"The store is {family} {version}; {oldest} is the oldest that keeps a commit whole.")
    if info["role"] != "master":
        raise StoreRefused("The store is a replica and takes no writes; give the address of its master.")
    if info.get("cluster_enabled") and not of_cluster:
        raise StoreRefused("The store is a node of a cluster; give its address as redis+cluster://HOST:PORT.")


def _risks(server: Server, *, alone: bool) -> Iterator[str]:
    for name, value in NEEDED.items():
        if server.settings.get(name) != value:
            said = _sentence(name, server.settings.get(name))
            yield said if alone else f"{server.name}: {said}"


def _sentence(name: str, value: str | None) -> str:
    found = "cannot be read" if value is None else f"is {value!r}"
    return f"{name} {found}, and must be {NEEDED[name]!r}."


def _weak(master: Server, place: Place) -> Iterator[str]:
    """What loses nothing by itself, but is less than there should be."""
    count = int(master.info.get("connected_slaves", 0))
    if place.kind == "single":
        if count:
            yield "It has replicas, but commands are acknowledged before they have them: a failover may lose some."
        return
    if count < place.replicas:
        yield f"{master.name} has {count} replicas, and {place.replicas} must have each command: until then all wait."
    elif count < ENOUGH:
        yield f"{master.name} has {count} replicas: after a failover commands wait until it has another one."
    if int(master.settings.get(MIN_REPLICAS, 0)) < 1:
        yield f"{master.name} takes commands, unacknowledged, while no replica hears it ({MIN_REPLICAS} is 0)."


def _shown(url: str) -> str:
    """The address without user and password."""
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path.partition('?')[0]}"

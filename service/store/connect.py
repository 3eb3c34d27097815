"""Opens the store that `serve` was told to use, after a look at whether it keeps what it acknowledges."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import Struct
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError
from redis.retry import Retry

from service.store.embedded import Embedded
from service.store.port import StoreRefused
from service.store.programs import OLDEST, numbers

NEEDED: Final = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}


class Opened(Struct, frozen=True):
    """A store ready for use: its address, what must be said about it, and the server if it is our own."""

    url: str
    warnings: tuple[str, ...]
    embedded: Embedded | None = None

    def close(self) -> None:
        """Stop the server if it is our own."""
        if self.embedded is not None:
            self.embedded.stop()


def open_store(url: str | None, folder: Path, *, unsafe: bool = False) -> Opened:
    """The server at `url`, or without one the embedded server of `folder`. `StoreRefused` says why not."""
    if url is not None:
        return Opened(url, check_server(url, unsafe=unsafe))
    embedded = Embedded(folder)
    embedded.start()
    return Opened(embedded.url, (), embedded)


def check_server(url: str, *, unsafe: bool = False) -> tuple[str, ...]:
    """What must be said about the server. `StoreRefused` if it could lose acknowledged commits, unless
    `unsafe` allows that: then it is said, too."""
    info, settings = _asked(url)
    _refuse_unable(info)
    risks = [_sentence(name, settings.get(name)) for name in NEEDED if settings.get(name) != NEEDED[name]]
    if risks and not unsafe:
        raise StoreRefused(f"{_place(url)} could lose acknowledged commands: {' '.join(risks)}")
    if info.get("connected_slaves"):
        risks.append("It has replicas, but commands are acknowledged before they have them: a failover may lose some.")
    return tuple(risks)


def _asked(url: str) -> tuple[Mapping[str, Any], Mapping[str, str]]:
    """What the server says of itself, and those settings it lets us see."""
    try:
        with Redis.from_url(url, socket_timeout=10, retry=Retry(NoBackoff(), 0)) as client:
            info = client.info()
            try:
                return info, client.config_get(*NEEDED)
            except ResponseError:  # CONFIG is forbidden to us or has another name
                return info, {}
    except (RedisError, OSError, ValueError) as error:
        raise StoreRefused(f"No store answers at {_place(url)}: {error}.") from error


def _place(url: str) -> str:
    """The address without user and password."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "the address given"
    return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"


def _refuse_unable(info: Mapping[str, Any]) -> None:
    family = "valkey" if "valkey_version" in info else "redis"
    version = str(info[f"{family}_version"])
    if numbers(version) < OLDEST[family]:
        oldest = ".".join(map(str, OLDEST[family]))
        raise StoreRefused(f"The store is {family} {version}; {oldest} is the oldest that keeps a commit whole.")
    if info["role"] != "master":
        raise StoreRefused("The store is a replica and takes no writes; give the address of its master.")
    if info.get("cluster_enabled"):
        raise StoreRefused("The store is a node of a cluster, which this version cannot use; give a single server.")


def _sentence(name: str, value: str | None) -> str:
    found = "cannot be read" if value is None else f"is {value!r}"
    return f"{name} {found}, and must be {NEEDED[name]!r}."

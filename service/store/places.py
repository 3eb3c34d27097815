"""The address of a store: one server, a master that Sentinels name, or the masters of a cluster."""

from typing import Any, Final, Literal
from urllib.parse import parse_qs, unquote, urlsplit

from msgspec import Struct

from service.store.port import StoreRefused

SENTINEL_PORT: Final = 26379
PORT: Final = 6379
FORMS: Final = "redis+sentinel://HOST:PORT,…/MASTER or redis+cluster://HOST:PORT,…, both with ?replicas=N at will"

Address = tuple[str, int]


class Place(Struct, frozen=True):
    """Where a store is. `hosts` are Sentinels or nodes of a cluster, `name` is what the Sentinels call the
    master; `replicas` says how many replicas must have a commit before it is acknowledged."""

    kind: Literal["single", "sentinel", "cluster"]
    url: str
    hosts: tuple[Address, ...] = ()
    name: str = ""
    replicas: int = 0
    username: str | None = None
    password: str | None = None

    @property
    def login(self) -> dict[str, Any]:
        """What a client of one of the servers is told besides its address."""
        return {"username": self.username, "password": self.password, "protocol": 2}


def place_of(url: str) -> Place:
    """What an address means. `StoreRefused` when a list of hosts cannot be read."""
    kind = url.partition("://")[0].partition("+")[2]
    if not kind:
        return Place("single", url)
    try:
        return _of_many(url, kind)
    except ValueError as error:
        raise StoreRefused(f"The store's address cannot be read ({error}); write {FORMS}.") from error


def _of_many(url: str, kind: str) -> Place:
    parts = urlsplit(url)
    login, _, hosts = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    said = parse_qs(parts.query)
    name = parts.path.strip("/")
    if kind not in {"sentinel", "cluster"} or parts.scheme != f"redis+{kind}":
        raise ValueError(f"unknown scheme {parts.scheme}")
    if (kind == "sentinel") != bool(name):
        raise ValueError("a master's name belongs to Sentinels, and only to them")
    if said.keys() - {"replicas"}:
        raise ValueError("unknown setting after the question mark")
    return Place(
        "sentinel" if kind == "sentinel" else "cluster",
        url,
        tuple(_host(host, SENTINEL_PORT if kind == "sentinel" else PORT) for host in hosts.split(",")),
        name,
        int(said.get("replicas", ["1"])[0]),
        unquote(user) or None,
        unquote(password) or None,
    )


def _host(said: str, default: int) -> Address:
    parts = urlsplit(f"//{said}")
    if not parts.hostname:
        raise ValueError("a host is missing")
    return parts.hostname, parts.port or default

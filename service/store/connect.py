"""A server of one's own: is it able and set to keep what it acknowledges?"""

from collections.abc import Mapping
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from service.store.port import StoreRefused

OLDEST = (7, 0)
NEEDED = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}


def check_server(url: str) -> None:
    """StoreRefused, with the reason, unless the server is safe to use: at least version 7.0, a master,
    every write on disk before it is acknowledged, nothing evicted."""
    try:
        with Redis.from_url(url, socket_timeout=10) as client:
            info: Mapping[str, Any] = client.info()
            settings: Mapping[str, str] = client.config_get(*NEEDED)
    except (RedisError, OSError, ValueError) as error:
        raise StoreRefused(f"The store does not answer: {error}.") from error
    version = str(info["redis_version"])
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        raise StoreRefused(f"The store has version {version}; 7.0 is the oldest that is safe.")
    if info["role"] != "master":
        raise StoreRefused("The store is a replica; give the address of its master.")
    wrong = {name: settings.get(name) for name, value in NEEDED.items() if settings.get(name) != value}
    if wrong:
        said = ", ".join(f"{name} is {value!r}, not {NEEDED[name]!r}" for name, value in wrong.items())
        raise StoreRefused(f"The store could lose acknowledged commands: {said}.")

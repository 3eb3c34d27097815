"""A store for one command of the operator: the one that runs already, or one started for the while."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from service.store.connect import open_store
from service.store.embedded import Embedded
from service.store.folder import MARKING
from service.store.port import StoreRefused


@contextlib.contextmanager
def attached(url: str | None, folder: Path, *, writes: bool = False) -> Iterator[str]:
    """The address of the store at `url`, or of the folder's own. `StoreRefused` says why there is none.

    What only reads takes any server as it is and makes no folder.
    """
    if url is not None and not writes:
        yield url
        return
    if url is None and not writes and not (folder / MARKING).exists():
        raise StoreRefused(f"{folder} is not a data folder of Conclave (it has no {MARKING}).")
    if url is None and _answers(Embedded(folder)):
        yield Embedded(folder).url
        return
    opened = open_store(url, folder)
    try:
        yield opened.url
    finally:
        opened.close()


def _answers(embedded: Embedded) -> bool:
    """Whether the folder's server runs, be it for a service or left over from one that was killed."""
    try:
        with Redis(unix_socket_path=str(embedded.socket), retry=Retry(NoBackoff(), 0)) as client:
            return bool(client.ping())
    except (RedisError, OSError):
        return False

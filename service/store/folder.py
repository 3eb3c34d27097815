"""The data folder of the embedded store: whose it is, which server wrote it, who uses it now."""

import fcntl
import hashlib
import os
import tempfile
from pathlib import Path
from typing import IO, Final

import msgspec
from msgspec import Struct

from service.store.port import StoreRefused

FORMAT: Final = 1
"""The form of what is stored. Raised when an older program could not read it."""

MARKING: Final = "conclave.json"
UNFINISHED_MARKING: Final = "conclave.json.new"
SERVICE_LOCK: Final = "service.lock"
BEFORE_MARKING: Final = {SERVICE_LOCK, UNFINISHED_MARKING}
"""What a start that was cut short leaves in a new folder."""

SOCKET_PATH_MAX: Final = 100
"""Bytes in the path of a unix socket: the system allows about 107."""


class Marking(Struct, frozen=True):
    """What the folder says of itself: the form of its data, the server that wrote it last, and whether
    one ever ran here, so that missing files are noticed and not taken for a new store."""

    store: str
    format: int
    family: str
    version: str
    used: bool = False


def read_marking(folder: Path) -> Marking | None:
    """The folder's marking, or None if the folder is new. `StoreRefused` if it is not for us."""
    path = folder / MARKING
    if not path.exists():
        _refuse_foreign(folder)
        return None
    try:
        marking = msgspec.json.decode(path.read_bytes(), type=Marking)
    except (msgspec.MsgspecError, OSError) as error:
        raise StoreRefused(f"{path} cannot be read ({error}); restore it from a backup.") from error
    if marking.store != "conclave" or marking.format != FORMAT:
        raise StoreRefused(
            f"{folder} holds data of {marking.store} in form {marking.format}, and this program knows only "
            f"its own form {FORMAT}; use the program that wrote it."
        )
    return marking


def _refuse_foreign(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise StoreRefused(f"{folder} is not a folder; name another one.")
    if folder.exists() and any(path.name not in BEFORE_MARKING for path in folder.iterdir()):
        raise StoreRefused(
            f"{folder} is not empty and is not a data folder of Conclave (it has no {MARKING}); name another one."
        )


def write_marking(folder: Path, family: str, version: str, *, used: bool = False) -> None:
    """Replace the marking in one step, so that a crash leaves the old or the new one."""
    beside = folder / UNFINISHED_MARKING
    with beside.open("wb") as file:
        file.write(msgspec.json.encode(Marking("conclave", FORMAT, family, version, used)))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(folder / MARKING)
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def claim(folder: Path) -> IO[str]:
    """Take the folder for this service, as long as the file that is given back stays open."""
    read_marking(folder)  # before anything is put into a folder that may be somebody else's
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = try_lock(folder / SERVICE_LOCK)
    if lock is None:
        holder = (folder / SERVICE_LOCK).read_text() or "unknown"
        raise StoreRefused(f"{folder} is in use by another running service (process {holder}); stop that one first.")
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def try_lock(path: Path) -> IO[str] | None:
    """The open, locked file, or None while somebody else has it locked."""
    lock = path.open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return lock


def socket_folder(folder: Path, name: str) -> Path:
    """Where the socket `name` goes: into the folder, or into a short place of ours if that path is too long."""
    if len(os.fsencode(folder / name)) <= SOCKET_PATH_MAX:
        return folder
    digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    place = Path(tempfile.gettempdir()) / f"conclave-{os.getuid()}-{digest}"
    place.mkdir(mode=0o700, exist_ok=True)
    found = place.lstat()
    if place.is_symlink() or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise StoreRefused(f"{place} belongs to somebody else; remove it, or name a data folder with a shorter path.")
    return place

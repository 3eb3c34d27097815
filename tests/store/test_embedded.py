"""The embedded server: what survives which death, and which folders are refused."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from service.store.embedded import Embedded
from service.store.folder import MARKING, SERVICE_LOCK, Marking, read_marking, try_lock, write_marking
from service.store.port import Appended, StoreRefused
from service.store.programs import Program, choose, program_at, programs
from service.store.redis import RedisStore
from tests.store.commits import Chain

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def running(folder: Path) -> Iterator[Embedded]:
    embedded = Embedded(folder)
    embedded.start()
    yield embedded
    embedded.stop()


@pytest.fixture
def doomed(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A service in a process of its own, ready and with three commits acknowledged."""
    service = subprocess.Popen(
        [sys.executable, "-m", "tests.store.service_to_kill", str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with service:
        assert service.stdin
        assert service.stdout
        service.stdin.write("go\n" * 3)
        service.stdin.flush()
        assert ["ready\n", "1\n", "2\n", "3\n"] == [service.stdout.readline() for _ in range(4)]
        yield service
        service.kill()


def process_of(embedded: Embedded) -> int:
    with Redis.from_url(embedded.url) as client:
        return int(client.info("server")["process_id"])


def is_free(path: Path) -> bool:
    lock = try_lock(path)
    if lock is None:
        return False
    lock.close()
    return True


async def numbers_in(embedded: Embedded) -> list[int]:
    store = RedisStore(embedded.url)
    numbers = [entry.number for entry in await store.read("m1")]
    await store.close()
    return numbers


async def write(embedded: Embedded, count: int) -> None:
    store = RedisStore(embedded.url)
    chain = Chain("m1", await store.head("m1"))
    for _ in range(count):
        entry = chain.next()
        assert await store.append("m1", chain.number, chain.hash, entry) == Appended(entry.number)
        chain.add(entry)
    await store.close()


# --- deaths ------------------------------------------------------------------------------------


async def test_the_server_outlives_a_killed_service_and_the_next_one_attaches(
    doomed: "subprocess.Popen[str]", folder: Path
) -> None:
    before = process_of(Embedded(folder))
    doomed.send_signal(signal.SIGKILL)
    doomed.wait()
    next_one = Embedded(folder)
    next_one.start()
    assert before == process_of(next_one)
    assert [1, 2, 3] == await numbers_in(next_one)
    next_one.stop()
    assert is_free(folder / "server.lock")


async def test_after_both_were_killed_all_that_was_acknowledged_is_there(
    doomed: "subprocess.Popen[str]", folder: Path
) -> None:
    server = process_of(Embedded(folder))
    doomed.send_signal(signal.SIGKILL)
    os.kill(server, signal.SIGKILL)
    doomed.wait()
    next_one = Embedded(folder)
    next_one.start()
    assert [1, 2, 3] == await numbers_in(next_one)
    await write(next_one, 1)
    next_one.stop()


async def test_a_killed_server_is_started_again_under_the_feet_of_its_writers(running: Embedded) -> None:
    store = RedisStore(running.url)
    chain = Chain("m1")
    for _ in range(3):
        for _ in range(5):
            entry = chain.next()
            assert await store.append("m1", chain.number, chain.hash, entry) == Appended(entry.number)
            chain.add(entry)
        os.kill(process_of(running), signal.SIGKILL)
    assert list(range(1, 16)) == [entry.number for entry in await store.read("m1")]
    await store.close()


async def test_a_server_that_could_not_write_at_first_is_made_ready_once_it_can(
    running: Embedded, monkeypatch: pytest.MonkeyPatch
) -> None:
    await write(running, 2)
    rewrite, tries = Embedded._rewrite, []

    def full_twice(self: Embedded, client: Redis) -> None:
        tries.append(client)
        if len(tries) < 3:
            raise self._unwritable()
        rewrite(self, client)

    monkeypatch.setattr(Embedded, "_rewrite", full_twice)
    monkeypatch.setattr("service.store.embedded.AGAIN_S", 0)
    os.kill(process_of(running), signal.SIGKILL)
    store = RedisStore(running.url)
    assert [1, 2] == [entry.number for entry in await store.read("m1")]
    assert 3 == len(tries)
    await store.close()


async def test_a_server_that_was_never_made_ready_is_stopped_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedded, tried = Embedded(folder), threading.Event()
    embedded.start()

    def full(self: Embedded, client: Redis) -> None:
        tried.set()
        raise self._unwritable()

    monkeypatch.setattr(Embedded, "_rewrite", full)
    os.kill(process_of(embedded), signal.SIGKILL)
    assert await asyncio.to_thread(tried.wait, 10)
    await asyncio.to_thread(embedded.stop)
    assert embedded._gone()


async def test_a_clean_stop_ends_the_server_and_keeps_all(folder: Path) -> None:
    first = Embedded(folder)
    first.start()
    await write(first, 4)
    first.stop()
    assert not first.socket.exists()
    second = Embedded(folder)
    second.start()
    assert [1, 2, 3, 4] == await numbers_in(second)
    second.stop()


async def test_a_torn_last_write_is_cut_off_and_the_next_one_follows_what_was_whole(folder: Path) -> None:
    first = Embedded(folder)
    first.start()
    await write(first, 3)
    first.stop()
    log = newest_log(folder)
    log.write_bytes(log.read_bytes()[:-7])
    for expected in ([1, 2], [1, 2, 3, 4]):  # the second start must not find the tear again
        again = Embedded(folder)
        again.start()
        assert expected == await numbers_in(again)
        await write(again, 2)
        again.stop()


async def test_a_long_path_gets_its_socket_in_a_short_place(tmp_path: Path) -> None:
    deep = tmp_path / ("long" * 20) / ("path" * 20)
    embedded = Embedded(deep)
    embedded.start()
    assert not embedded.socket.is_relative_to(deep)
    assert embedded.socket.parent.stat().st_mode & 0o777 == 0o700
    await write(embedded, 1)
    embedded.stop()
    embedded.socket.parent.rmdir()


def test_the_server_speaks_only_through_a_socket_of_its_owner_and_keeps_what_it_acknowledges(
    running: Embedded,
) -> None:
    with Redis.from_url(running.url) as client:
        settings = client.config_get("port", "appendonly", "appendfsync", "maxmemory-policy", "save")
    assert settings == {
        "port": "0", "appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction", "save": "",
    }  # fmt: skip
    assert running.socket.stat().st_mode & 0o777 == 0o700
    assert running.folder.stat().st_mode & 0o777 == 0o700


# --- folders that are refused ------------------------------------------------------------------


def newest_log(folder: Path) -> Path:
    return max((folder / "appendonlydir").glob("*.incr.aof"))


def refusal(folder: Path, found: list[Program] | None = None) -> str:
    with pytest.raises(StoreRefused) as caught:
        Embedded(folder, found).start()
    return str(caught.value)


def test_a_second_service_on_the_folder_is_refused(running: Embedded) -> None:
    assert "in use by another running service (process " in refusal(running.folder)
    assert process_of(running)


def test_a_folder_of_somebody_else_is_refused_and_left_as_it_was(folder: Path) -> None:
    folder.mkdir()
    (folder / "thesis.txt").write_text("mine")
    assert "is not empty and is not a data folder" in refusal(folder)
    assert [folder / "thesis.txt"] == list(folder.iterdir())


def test_a_file_in_place_of_the_folder_is_refused(folder: Path) -> None:
    folder.write_text("mine")
    assert "is not a folder" in refusal(folder)


def test_an_empty_folder_and_one_whose_first_start_was_cut_short_are_taken(folder: Path) -> None:
    folder.mkdir()
    (folder / SERVICE_LOCK).touch()
    embedded = Embedded(folder)
    embedded.start()
    embedded.stop()
    assert read_marking(folder) == Marking("conclave", 1, "valkey", programs()[0].version, used=True)


@pytest.mark.parametrize(
    ("marking", "said"),
    [
        ("no json", "cannot be read"),
        ('{"store": "conclave"}', "cannot be read"),
        ('{"store": "conclave", "format": 2, "family": "valkey", "version": "9.1.2"}', "its own form 1"),
        ('{"store": "chess", "format": 1, "family": "valkey", "version": "9.1.2"}', "data of chess"),
    ],
)
def test_a_marking_of_another_form_is_refused(folder: Path, marking: str, said: str) -> None:
    folder.mkdir()
    (folder / MARKING).write_text(marking)
    assert said in refusal(folder)


def test_files_of_another_family_or_a_newer_server_are_refused(folder: Path) -> None:
    folder.mkdir()
    ours = programs()[:1]
    write_marking(folder, "redis", "7.0.15")
    assert f"{folder} was written by redis 7.0.15 and needs that or a newer redis" in refusal(folder, ours)
    write_marking(folder, "valkey", "99.0")
    assert "was written by valkey 99.0" in refusal(folder, ours)


def test_another_program_serves_a_folder_only_if_it_may() -> None:
    old, new, other = (
        Program(Path(), *named) for named in (("valkey", "8.1.8"), ("valkey", "9.1.2"), ("redis", "8.0"))
    )
    here = Path("data")
    assert choose([new, other], here, None) is new
    assert choose([new, other], here, Marking("conclave", 1, "redis", "7.0.15")) is other
    assert choose([old, new], here, Marking("conclave", 1, "valkey", "8.2.0")) is new
    with pytest.raises(StoreRefused, match="No store is there"):
        choose([], here, None)


def test_a_program_that_is_no_server_is_refused() -> None:
    with pytest.raises(StoreRefused, match="is not a server this store knows"):
        program_at(Path(shutil.which("env") or "/usr/bin/env"))


def told_by_failing(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 1
    return done.stdout


async def test_a_damaged_file_is_named_with_the_tool_that_looks_at_it(folder: Path) -> None:
    embedded = Embedded(folder)
    embedded.start()
    await write(embedded, 5)
    embedded.stop()
    log = newest_log(folder)
    log.write_bytes(b"*3\r\n$garbage" + log.read_bytes()[40:])
    said = refusal(folder)
    assert f"The data in {folder} is damaged, and the server refuses it: Bad file format" in said
    command = said.rpartition("look at it with: ")[2].split(" ")
    assert "AOF" in told_by_failing(command)
    assert is_free(folder / SERVICE_LOCK)


async def test_a_folder_whose_files_are_gone_is_not_taken_for_a_new_one(folder: Path) -> None:
    embedded = Embedded(folder)
    embedded.start()
    await write(embedded, 1)
    embedded.stop()
    shutil.rmtree(folder / "appendonlydir")
    assert "has held matches, but its appendonlydir/appendonly.aof.manifest is gone" in refusal(folder)


def test_a_server_that_cannot_start_says_why(folder: Path) -> None:
    folder.mkdir()
    write_marking(folder, "valkey", "9.0.0")
    (folder / "appendonlydir").write_text("a file where the server wants a folder")
    assert f"The store in {folder} does not start: Can't open or create append-only dir" in refusal(folder)

"""A scripted pseudo-terminal plays a whole match; the demo shows one and replays it."""

import os
import pty
import re
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx
import pytest

CONCLAVE = [sys.executable, "-m", "service"]
LONGEST_S = 90
PROMPT = re.compile(rb"\[(-?\d+)-(-?\d+)\]> $")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service started as a user starts it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = tmp_path_factory.mktemp("data")
    command = [*CONCLAVE, "serve", "--port", str(port), "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as service:
        address = f"http://127.0.0.1:{port}"
        try:
            _wait_for(f"{address}/ready")
            yield address
        finally:
            service.terminate()
            service.wait(20)


def _wait_for(address: str) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            if httpx.get(address).is_success:
                return
        except httpx.TransportError:
            continue
    raise TimeoutError(address)


def answer_all(terminal: int, process: subprocess.Popen[bytes]) -> str:
    """Give the last number offered in every other question, else the first, until the program ends."""
    said, asked, tail = b"", 0, b""
    end = time.monotonic() + LONGEST_S
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        if not ready:
            if process.poll() is not None:
                break
            continue
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        said, tail = said + part, (tail + part)[-200:]
        if prompt := PROMPT.search(tail):
            asked += 1
            os.write(terminal, prompt.group(1) + b"\n")
            tail = b""
    return said.decode(errors="replace")


def test_a_person_plays_a_whole_match_in_a_terminal(url: str) -> None:
    seats = [{"by": "person"}, {"by": "computer", "policy": "random"}]
    made = httpx.post(f"{url}/v1/matches", json={"game": "ultimatum", "seats": seats}).json()
    ours, theirs = pty.openpty()
    command = [*CONCLAVE, "play", made["id"], "--url", url]
    environment = os.environ | {"TERM": "dumb", "COLUMNS": "200"}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as player:
        os.close(theirs)
        _start_when_seated(url, made)
        screen = answer_all(ours, player)
        assert 0 == player.wait(10)
    os.close(ours)
    assert "You are stella." in screen
    assert "Stella must place a token." in screen
    assert "The match is over" in screen
    assert "over" == httpx.get(f"{url}/v1/matches/{made['id']}").json()["status"]


def _start_when_seated(url: str, made: dict[str, str]) -> None:
    path, host = f"{url}/v1/matches/{made['id']}", {"Authorization": f"Bearer {made['host_token']}"}
    end = time.monotonic() + 30
    while time.monotonic() < end:
        answer = httpx.post(f"{path}/commands", json={"command": {"type": "match.Start"}}, headers=host)
        if answer.is_success:
            return
        assert "seats_open" == answer.json()["code"]
    raise TimeoutError(path)


def test_the_demo_shows_a_match_as_spectator_as_seat_and_as_truth(url: str) -> None:
    done = subprocess.run([*CONCLAVE, "demo", "--url", url], capture_output=True, text=True, check=True, timeout=120)
    spectator, seat, truth = re.split(r"─+ The same match.*─+", done.stdout)
    assert "sets a card of" in spectator
    assert not re.search(r"takes \w[\w ]+ \([NHGSB]\d\) of \w+ into hand", spectator)
    assert re.search(r"Stella takes [\w -]+ \([NHGSB]\d\) of \w+ into hand", seat)
    assert not re.search(r"Roy takes [\w -]+ \([NHGSB]\d\) of \w+ into hand", seat)
    assert re.search(r"Roy takes [\w -]+ \([NHGSB]\d\) of \w+ into hand", truth)


def test_a_play_of_an_unknown_match_says_so(url: str) -> None:
    done = subprocess.run(
        [*CONCLAVE, "play", "x" * 20, "--url", url],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert 1 == done.returncode
    assert done.stderr.strip()

"""What the README says is so: its commands are carried out as they stand there, against a started service."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
START_S, STOP_S, RUN_S = 30, 10, 60


def commands_under(heading: str) -> str:
    """The shell commands of a section."""
    section = README.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return "\n".join(re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of `conclave serve`, with a data folder of its own."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "from service.cli import main; main()", "serve", "--data", folder]
        service = subprocess.Popen(
            [*command, "--port", str(port)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            yield told(service, f"http://127.0.0.1:{port}")
        finally:
            service.terminate()
            service.communicate(timeout=STOP_S)


def told(service: subprocess.Popen[str], address: str) -> str:
    """The address, once it answers."""
    assert service.stdout is not None
    assert address in service.stdout.readline()
    subprocess.run(
        ["curl", "-sSf", "--retry", str(START_S), "--retry-delay", "1", "--retry-connrefused", f"{address}/ready"],
        check=True,
        timeout=START_S,
        stdout=subprocess.DEVNULL,
    )
    return address


@pytest.fixture(scope="module")
def said(url: str) -> list[str]:
    """What the commands print."""
    assert shutil.which("curl"), "the README's commands need curl: install it"
    script = "set -eu\n" + commands_under("One match by curl")
    run = subprocess.run(
        ["sh", "-c", script], env=os.environ | {"URL": url}, capture_output=True, text=True, timeout=RUN_S, check=False
    )
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
    return run.stdout.splitlines()


def test_one_match_by_curl_goes_from_the_start_to_the_truth(said: list[str]) -> None:
    assert re.fullmatch(r"p-\d+", said[0])
    assert said[1] == "Stella must place a token."
    assert said[-2].startswith("{'winners': ['stella']") or "stella" in said[-2]
    assert re.fullmatch(r"p-\d+", said[-1])


def test_a_command_repeated_with_its_key_is_answered_alike(said: list[str]) -> None:
    first, again = said[2:4]
    assert first == again
    assert first.startswith("Stella places")
    assert 1 == said[4:].count(first), "and happened once"


def test_the_view_of_the_other_seat_is_read_at_its_own_point(said: list[str]) -> None:
    assert any(re.fullmatch(r"s2-\d+ roy running", line.translate(str.maketrans("", "", "(),'"))) for line in said)


def test_every_folder_and_file_that_the_readme_names_is_there() -> None:
    table = re.findall(r"^\| (`[^|]*`) \|", README, re.MULTILINE)
    named = [name for cell in table for name in re.findall(r"`([^`<]+)`", cell)]
    assert {name for name in named if not (ROOT / name).exists()} == set()
    assert len(named) >= 8

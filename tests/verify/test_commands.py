"""The four commands as they are typed, beside a running service and after it."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

CONCLAVE = [sys.executable, "-m", "service"]
RUN_S = 60


def run(*words: str | Path) -> tuple[int, str]:
    """A command: its exit status and all that it says."""
    done = subprocess.run([*CONCLAVE, *map(str, words)], capture_output=True, text=True, timeout=RUN_S, check=False)
    return done.returncode, done.stdout + done.stderr


def succeeds(*words: str | Path) -> str:
    status, said = run(*words)
    assert status == 0, said
    return said


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("operator") / "data"


@pytest.fixture(scope="module")
def match(data: Path) -> Iterator[tuple[str, list[str]]]:
    """A match that was played and ended, and the receipts of its players; the service stops afterwards."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*CONCLAVE, "serve", "--data", str(data), "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as service:
        try:
            yield played(f"http://127.0.0.1:{port}")
        finally:
            service.terminate()


def played(url: str) -> tuple[str, list[str]]:
    subprocess.run(
        ["curl", "-sSf", "--retry", "30", "--retry-delay", "1", "--retry-connrefused", f"{url}/ready"],
        check=True, timeout=RUN_S, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    seats = [{"by": "person"}, {"by": "computer", "policy": "random"}]
    with httpx.Client(base_url=url) as client:
        made = client.post("/v1/matches", json={"game": "ultimatum", "seats": seats}).json()
        path, host = f"/v1/matches/{made['id']}", {"Authorization": f"Bearer {made['host_token']}"}
        claim = client.post(f"{path}/seats/stella/claim", json={"claim_key": "a-claim-key-of-a-player"}).json()
        stella = {"Authorization": f"Bearer {claim['token']}"}
        client.post(f"{path}/commands", json={"command": {"type": "match.Start"}}, headers=host).raise_for_status()
        resigned = client.post(f"{path}/commands", json={"command": {"type": "match.Resign"}}, headers=stella).json()
        return made["id"], [resigned["receipt"]]


def test_a_match_goes_from_a_running_service_to_another_store(
    match: tuple[str, list[str]], data: Path, tmp_path: Path
) -> None:
    id_, receipts = match
    file, other = tmp_path / "match.ndjson", tmp_path / "other"

    assert f"Match {id_} of ultimatum" in succeeds("export", id_, "-o", file, "--data", data)
    said = succeeds("verify", file, "--receipt", receipts[0])
    assert "ended (resigned)" in said
    assert "Your receipt is that of commit" in said
    assert "commits written" in succeeds("import", file, "--data", other)
    assert "it was there already" in succeeds("import", file, "--data", other)
    assert "made with another server key" in succeeds("inspect", "--data", other)
    succeeds("export", id_, "-o", tmp_path / "again", "--data", other)
    assert file.read_bytes() == (tmp_path / "again").read_bytes()
    assert "sound" in succeeds("inspect", id_, "--data", data)


def test_a_forged_archive_ends_with_a_fault_and_a_status(
    match: tuple[str, list[str]], data: Path, tmp_path: Path
) -> None:
    succeeds("export", match[0], "-o", tmp_path / "true", "--data", data)
    lines = (tmp_path / "true").read_bytes().splitlines()
    commit = json.loads(lines[4])
    commit["x"] = "aborted"
    (tmp_path / "forged").write_bytes(b"\n".join([*lines[:4], json.dumps(commit).encode(), *lines[5:]]))

    status, said = run("verify", tmp_path / "forged")

    assert 1 == status
    assert "chain: commit 3: its bytes and the hash before it do not give its hash" in said
    assert (1, True) == ((told := run("import", tmp_path / "forged", "--data", tmp_path / "x"))[0], "chain" in told[1])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("verify", "nothing"), "No such file"),
        (("verify", "LICENSE"), "Line 1 cannot be read"),
        (("inspect", "--data", "nothing"), "not a data folder of Conclave"),
        (("export", "a" * 20, "-o", "x", "--data", "nothing"), "not a data folder of Conclave"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(words: tuple[str, ...], said: str) -> None:
    status, told = run(*words)
    assert 1 == status
    assert said in told
    assert "Traceback" not in told


def test_a_match_that_is_not_there_is_not_exported(match: tuple[str, list[str]], data: Path, tmp_path: Path) -> None:
    status, said = run("export", "a" * 20, "-o", tmp_path / "x", "--data", data)
    assert (1, True) == (status, "There is no match" in said)

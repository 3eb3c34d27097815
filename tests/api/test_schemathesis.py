"""The contract and the service agree: every operation, driven by schemathesis with all its checks and phases."""

import re
import subprocess
import tempfile
from pathlib import Path

from api_schema.operations import OPERATIONS
from tests.api.deep import drive, served

QUICK = ("--max-examples", "5", "--seed", "7", "--no-color")


def test_no_operation_answers_otherwise_than_its_contract_says() -> None:
    """The short form of `./dev deep-api`."""
    with tempfile.TemporaryDirectory() as name, served(Path(name)) as url:
        run = drive(url, Path(name), QUICK, subprocess.PIPE)
    assert run.returncode == 0, run.stdout
    tested = [one for one in OPERATIONS if one.id != "getOpenapi"]  # which is read for the contract itself
    assert f"Tested: {len(tested)}\n" in run.stdout, run.stdout
    cases = re.search(r"(\d+) generated, (\d+) passed", run.stdout)
    assert cases is not None, run.stdout
    assert int(cases[1]) == int(cases[2]) > 500
    assert all(f"✅ {phase}" in run.stdout for phase in ("Examples", "Coverage", "Fuzzing", "Stateful"))

"""The second verifier, run as anyone would run it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

VERIFIER = Path(__file__).with_name("verify.mjs")


def says(archive: Path, receipt: str | None = None) -> str:
    """What it prints of an archive."""
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        if os.environ.get("CI"):
            pytest.fail("node is not on the PATH; the second verifier needs it")
        pytest.skip("node is not on the PATH")
    command = [node, str(VERIFIER), str(archive), *([receipt] if receipt else [])]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert run.stderr == "", run.stderr
    assert run.returncode == (0 if run.stdout.startswith("sound") else 1)
    return run.stdout.strip()

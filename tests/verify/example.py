"""The match of docs/verify.md: short, and the same each time it is made."""

from pathlib import Path

from domain.kernel.match.commands import Resign
from service.audit import archive
from tests.harness.lab import GAMES, Lab
from tests.verify.forging import record_of

FILE = Path(__file__).parents[2] / "docs" / "example.ndjson"


def lines() -> bytes:
    """Its archive."""
    lab = Lab(GAMES["ultimatum"], 3, options={}, clock=None).open().play(3)
    lab.give("roy", Resign())
    return b"".join(archive.lines(record_of(lab)))

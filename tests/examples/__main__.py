"""`python -m tests.examples --write` records the examples anew; the diff is the review."""

import asyncio
import sys
import tempfile
from pathlib import Path

import msgspec

from service.store.embedded import Embedded
from tests.api.conftest import running
from tests.examples.recording import QUICK, record, steady

if sys.argv[1:] != ["--write"]:
    sys.exit(__doc__)


async def made(url: str) -> bytes:
    """Record, and give what was recorded as JSON."""
    async with running(url, "", QUICK, chance=steady) as service:
        return msgspec.json.encode(await record(service))


with tempfile.TemporaryDirectory() as folder:
    embedded = Embedded(Path(folder) / "store")
    embedded.start()
    try:
        body = asyncio.run(made(embedded.url))
        Path("api_schema/examples.json").write_bytes(msgspec.json.format(body, indent=1) + b"\n")
    finally:
        embedded.stop()

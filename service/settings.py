"""What an operator can set."""

from pathlib import Path
from typing import Final

from msgspec import Struct

BODY_BYTES: Final = 64 * 1024


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of one process.

    `redis` is the address of a store of your own; without it an embedded one runs in `data`. `key_file`
    holds the server key (default: in the data folder). Times are in seconds; a stream
    older than `stream_max_s` is ended at a beat, and its client connects again.
    """

    redis: str | None = None
    data: Path = Path("data")
    key_file: Path | None = None
    body_timeout_s: float = 10
    wait_max_s: int = 60
    beat_s: float = 15
    stream_max_s: float = 3600
    stream_retry_ms: int = 1000
    ticket_s: int = 30
    page_max: int = 500

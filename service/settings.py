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

    `archive` is the folder of archive files, which all hosts must share; without one no match is moved there, and
    an embedded store has it in `data`. Matches that nobody started end after `expire_after_s` without a commit,
    ended ones are archived after `archive_after_s`, others sleep in a file after `sleep_after_s`.

    Rates are requests a second and what may come at once, for a client's address (an IPv6 /64) and for a token;
    `*_streams` are live streams of each; each process counts for itself. None holds for this machine itself.
    `open_matches` may wait for their start at one address. New matches are refused when the store's memory is
    full to the share `memory_full`, or a disk has less than `disk_free_mb` left. A live stream whose client has
    taken nothing for `stall_s` is cut. 0 turns each of these limits off. Pages of `cors_origins` may call the API from
    a browser; `*` means any.
    Webhooks go to the open internet alone, unless there are `private_webhooks`.
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
    page_max: int = 1000
    archive: Path | None = None
    expire_after_s: int = 86_400
    archive_after_s: int = 86_400
    sleep_after_s: int = 30 * 86_400
    address_rate: float = 200
    address_burst: int = 1_000
    token_rate: float = 30
    token_burst: int = 300
    address_streams: int = 500
    token_streams: int = 30
    open_matches: int = 200
    memory_full: float = 0.85
    disk_free_mb: int = 512
    stall_s: float = 20
    cors_origins: tuple[str, ...] = ()
    private_webhooks: bool = False

    @property
    def archive_folder(self) -> Path | None:
        """Where archive files are, or None when no match is moved to one."""
        return self.data / "archive" if self.archive is None and self.redis is None else self.archive

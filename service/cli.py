"""The `conclave` command. The service itself is imported only by the commands that need it."""

import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from service.settings import Settings

app = App(name="conclave", help="An event-sourced HTTP service for games of secrets.", version_flags=["--version"])


DEFAULT = Settings()


@dataclass(frozen=True)
class Upkeep:
    """Upkeep and limits; 0 turns a limit off.

    Parameters
    ----------
    archive
        The folder of archive files, one for all hosts; without it the data folder has one, unless --redis is given.
    expire_after_s
        A match that nobody started ends after so many seconds without a commit.
    archive_after_s
        An ended match moves to a file after so many seconds.
    sleep_after_s
        A match without a commit for so many seconds sleeps in a file until the next one.
    address_rate
        Requests a second of one address (IPv6: one /64), in each worker; 0: any number.
    address_burst
        How many of these may come at once.
    token_rate
        Requests a second with one token, in each worker; 0: any number.
    token_burst
        How many of these may come at once.
    address_streams
        Live streams, and requests that wait, of one address, in each worker.
    token_streams
        Live streams, and requests that wait, of one token, in each worker.
    open_matches
        Matches of one address that wait for their start.
    memory_full
        The share of the store's memory beyond which it takes no new match.
    disk_free_mb
        So many megabytes must be left on each disk, or there is no new match.
    stall_s
        A live stream whose client takes nothing for so many seconds is cut.
    cors_origins
        The origins whose pages may call the API from a browser; * means any. Can be repeated.
    private_webhooks
        Webhooks may go to addresses in private networks, too.
    """

    archive: Annotated[Path | None, Parameter(env_var="CONCLAVE_ARCHIVE")] = None
    expire_after_s: int = DEFAULT.expire_after_s
    archive_after_s: int = DEFAULT.archive_after_s
    sleep_after_s: int = DEFAULT.sleep_after_s
    address_rate: float = DEFAULT.address_rate
    address_burst: int = DEFAULT.address_burst
    token_rate: float = DEFAULT.token_rate
    token_burst: int = DEFAULT.token_burst
    address_streams: int = DEFAULT.address_streams
    token_streams: int = DEFAULT.token_streams
    open_matches: int = DEFAULT.open_matches
    memory_full: float = DEFAULT.memory_full
    disk_free_mb: int = DEFAULT.disk_free_mb
    stall_s: float = DEFAULT.stall_s
    cors_origins: Annotated[tuple[str, ...], Parameter(name="cors-origin", negative="")] = ()
    private_webhooks: bool = DEFAULT.private_webhooks


@app.command
def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    redis: Annotated[str | None, Parameter(env_var="CONCLAVE_REDIS")] = None,
    data: Annotated[Path, Parameter(env_var="CONCLAVE_DATA")] = Path("data"),
    key_file: Annotated[Path | None, Parameter(env_var="CONCLAVE_KEY_FILE")] = None,
    workers: int = 1,
    upkeep: Annotated[Upkeep, Parameter(name="*")] = Upkeep(),
) -> None:
    """Run the service until Ctrl-C.

    Parameters
    ----------
    host
        The address to listen on.
    port
        The port to listen on.
    redis
        The address of a store of your own: redis://HOST:PORT, redis+sentinel://HOST:PORT,…/MASTER or
        redis+cluster://HOST:PORT,…; without it a server is run in the data folder.
    data
        The folder for everything that is stored.
    key_file
        The file with the server key. In the data folder one is made at the first start.
    workers
        How many processes share the work.
    upkeep
        Upkeep and limits.
    """
    from service.serving import run

    settings = Settings(redis=redis, data=data, key_file=key_file, **asdict(upkeep))
    sys.exit(run(settings, host, port, workers))


@app.command
def openapi(*, out: Path | None = None) -> None:
    """Write the contract, openapi.json.

    Parameters
    ----------
    out
        The file to write; without it the contract is printed.
    """
    from api_schema.contract import Contract
    from api_schema.document import encoded
    from service.games import installed
    from service.version import VERSION

    said = encoded(Contract(installed()), VERSION)
    if out is None:
        sys.stdout.buffer.write(said)
    else:
        out.write_bytes(said)


@app.command
def auditor(
    match: str,
    *,
    hours: float = 24,
    data: Annotated[Path, Parameter(env_var="CONCLAVE_DATA")] = Path("data"),
    key_file: Annotated[Path | None, Parameter(env_var="CONCLAVE_KEY_FILE")] = None,
) -> None:
    """Print a token that follows one match whole, all hands included; a log line tells of it.

    Parameters
    ----------
    match
        The id of the match.
    hours
        How long it is good, at most 744 hours.
    data
        The data folder, which holds the server key.
    key_file
        The file with the server key, if it is not in the data folder.
    """
    from service.app import now_ms
    from service.auditor import issue
    from service.keys import KeyRefused
    from service.serving import log_lines

    log_lines()
    try:
        print(issue(key_file or data / "server.key", match, hours, now_ms()))
    except (KeyRefused, ValueError) as refusal:
        sys.exit(str(refusal))


@app.command
def demo(*, url: str = "http://127.0.0.1:8000", game: str = "ultimatum") -> None:
    """Play a whole match of computers through a running service, and replay it.

    Parameters
    ----------
    url
        The address of the service.
    game
        The game to play.
    """
    from rich.console import Console

    from service.terminal.demo import demo as show

    show(url, game, Console())


@app.command
def play(
    match: str,
    *,
    url: str = "http://127.0.0.1:8000",
    seat: str | None = None,
    token: Annotated[str | None, Parameter(env_var="CONCLAVE_TOKEN")] = None,
) -> None:
    """Play a match in this terminal.

    Parameters
    ----------
    match
        The id of the match.
    url
        The address of the service.
    seat
        The seat to take; without it the first open one.
    token
        The token of a seat that you hold already.
    """
    from rich.console import Console

    from service.terminal.client import ApiError
    from service.terminal.play import play as run

    try:
        run(url, match, seat, token, Console(), input)
    except ApiError as refused:
        sys.exit(str(refused))


app.command("service.audit.commands:export", help="Write a match as one file that anyone can verify.")
app.command("service.audit.offline:verify", help="Verify such a file, offline, and say what is proved and what not.")
app.command("service.audit.commands:import_", name="import", help="Put the match of such a file into a store.")
app.command("service.audit.commands:inspect", help="Look through a store, or at one match, for damage.")


def main() -> None:
    """The entry point."""
    app()

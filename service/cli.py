"""The `conclave` command. The service itself is imported only by the commands that need it."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from service.settings import Settings

app = App(name="conclave", help="An event-sourced HTTP service for games of secrets.", version_flags=["--version"])


@app.command
def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    redis: Annotated[str | None, Parameter(env_var="CONCLAVE_REDIS")] = None,
    data: Annotated[Path, Parameter(env_var="CONCLAVE_DATA")] = Path("data"),
    key_file: Annotated[Path | None, Parameter(env_var="CONCLAVE_KEY_FILE")] = None,
    workers: int = 1,
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
    """
    from service.serving import run

    settings = Settings(redis=redis, data=data, key_file=key_file)
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

"""The player's command, which needs no service and no store."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from service.audit.archive import NotAnArchive, lines_of, parsed
from service.audit.records import NotDone
from service.audit.verify import Kept, verified
from service.audit.words import show
from service.games import installed
from service.keys import KeyRefused
from service.store.port import Damaged, StoreRefused, Unavailable


def verify(file: Path, *, receipt: list[str] | None = None, commitment: str | None = None) -> None:
    """Verify an archive, without a service, a store or a key, and say what is proved and what is not.

    Parameters
    ----------
    file
        The archive.
    receipt
        The receipt of a command of yours. Can be repeated.
    commitment
        The commitment that you were shown before you sat down.
    """
    with failures_told():
        told, record = parsed(lines_of(file))
    report = verified(told, record, installed(), Kept(receipt or (), commitment))
    show(report, Console())
    if report.faults:
        sys.exit(1)


@contextmanager
def failures_told() -> Iterator[None]:
    """A failure of a command ends it with a sentence."""
    try:
        yield
    except (NotDone, NotAnArchive, StoreRefused, Damaged, Unavailable, KeyRefused, OSError) as error:
        sys.exit(f"conclave: {error}")

"""Opens the store that `serve` was told to use, after a look at whether it keeps what it acknowledges."""

from pathlib import Path

from msgspec import Struct

from service.store.checks import check_server
from service.store.embedded import Embedded


class Opened(Struct, frozen=True):
    """A store ready for use: its address, what must be said about it, and the server if it is our own."""

    url: str
    warnings: tuple[str, ...]
    embedded: Embedded | None = None

    def close(self) -> None:
        """Stop the server if it is our own."""
        if self.embedded is not None:
            self.embedded.stop()


def open_store(url: str | None, folder: Path, *, unsafe: bool = False) -> Opened:
    """The store at `url`, or without one the embedded server of `folder`. `StoreRefused` says why not."""
    if url is not None:
        return Opened(url, check_server(url, unsafe=unsafe))
    embedded = Embedded(folder)
    embedded.start()
    return Opened(embedded.url, (), embedded)

"""Made-up commits with a true chain, for the tests of the store."""

from domain.kernel.commit import Entry, genesis, link


class Chain:
    """The writer's side of one match: what comes next, and after which hash."""

    def __init__(self, match: str, head: Entry | None = None) -> None:
        self.match = match
        self.number = head.number if head else 0
        self.hash = head.h if head else genesis(match)

    def next(self, name: str = "move", events: tuple[bytes, ...] = (b"moved",), *, closing: str | None = None) -> Entry:
        """The commit that would come now; nothing is remembered."""
        bare = Entry(self.number + 1, f"{name}-{self.number + 1}".encode(), b"envelope", b"", events, closing)
        return Entry(bare.number, bare.c, bare.k, link(self.hash, bare), bare.d, bare.x)

    def add(self, entry: Entry) -> Entry:
        """Remember that this commit was written."""
        self.number, self.hash = entry.number, entry.h
        return entry

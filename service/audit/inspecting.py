"""Walking a store: every chain, pack, secret, draw, fold and snapshot, and what the indexes know."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from domain.kernel.commit import Entry
from domain.kernel.contract import AnyGame
from domain.kernel.match import proof, snapshot
from domain.kernel.match.aggregate import Match
from domain.kernel.match.events import Created
from domain.kernel.match.proof import Commit, Fault, Record
from domain.kernel.match.replay import replay
from service import keys
from service.audit.records import NotDone, pack_of, secret_of
from service.store.port import Damaged, Store, Unavailable

PAGE: Final = 500
FAR_MS: Final = 1 << 52
"""A time past all due times, exact in a score."""


class Health(Struct, frozen=True):
    """How one match is stored: how many commits, its state in a word, its faults, and what else to know."""

    match: str
    game: str
    commits: int
    state: str
    faults: list[Fault]
    notes: list[str]


async def inspect(
    store: Store,
    games: Mapping[str, AnyGame],
    server_key: bytes,
    only: str | None = None,
    receipts: Sequence[str] = (),
) -> AsyncIterator[Health]:
    """The health of each match, or of one, which must then have these receipts. NotDone when there is no such
    match; Unavailable."""
    if receipts and only is None:
        raise NotDone("A receipt is that of one match: name it.")
    await store.ping()
    known = await _known(store)  # first: while a service runs, streams only get longer than that
    names = {only} if only is not None else {*known, *[match async for match in store.matches()]}
    for match in sorted(names):
        yield await Inspection(store, games, server_key, match, known.get(match, 0), receipts).health()


async def _known(store: Store) -> dict[str, int]:
    """The matches that the list and the due times name, each with the last commit they know of."""
    known = {match: 1 for match, _ in await store.due.due(FAR_MS, limit=1 << 31)}
    page = await store.lobby.page(PAGE)
    while page:
        known |= {listed.match: listed.number for listed in page}
        page = await store.lobby.page(PAGE, (page[-1].created_ms, page[-1].match))
    return known


class Inspection:
    """One match being looked at. `known` is the last commit that an index knows of, 0 without one; `receipts`
    are those that it must have."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        server_key: bytes,
        match: str,
        known: int,
        receipts: Sequence[str],
    ) -> None:
        self.store, self.games, self.server_key = store, games, server_key
        self.match, self.known, self.receipts = match, known, receipts
        self.game, self.state = "", "unknown"
        self.faults: list[Fault] = []
        self.notes: list[str] = []

    async def health(self) -> Health:
        """What was found. NotDone when nothing at all knows of the match."""
        kept: snapshot.Snapshot | None = None
        entries: list[Entry] = []
        try:
            kept = await self._snapshot()  # first: it is written after the commits that it knows
            entries = await self.store.read(self.match)
        except Damaged as damage:
            self._fault(0, "form", str(damage))
        except Unavailable as error:
            await self.store.ping()  # if it is the store as a whole, that is said and nothing else
            self._fault(0, "form", f"its stream cannot be read ({error})")
        else:
            await self._of_entries(entries, kept)
        return Health(self.match, self.game, len(entries), self.state, self.faults, self.notes)

    async def _of_entries(self, entries: list[Entry], kept: snapshot.Snapshot | None) -> None:
        if not entries:
            await self._without_stream()
            return
        self._lost(entries[-1].number, kept)
        self.faults += proof.receipts(entries, self.receipts)
        self.faults += proof.chain(self.match, entries)
        read = list(proof.read(entries))
        self.faults += [commit for commit in read if isinstance(commit, Fault)]
        commits = [commit for commit in read if isinstance(commit, Commit)]
        created = proof.created(commits)
        if self.faults or created is None:
            self.faults += [] if self.faults else [Fault(1, "form", "it does not set up a match")]
            return
        await self._of_match(entries, commits, created, kept)

    def _fault(self, commit: int, kind: str, said: str) -> None:
        self.faults.append(Fault(commit, kind, said))

    async def _without_stream(self) -> None:
        marker = await self.store.marker(self.match)
        if marker is not None:
            self.notes.append(f"moved to a file ({marker.reason}) at commit {marker.number}")
        elif self.known:
            self._fault(1, "lost", f"its stream is gone, and an index knows of commit {self.known}")
        else:
            raise NotDone(f"There is no match {self.match} here.")

    def _lost(self, last: int, kept: snapshot.Snapshot | None) -> None:
        """What is written after commits knows of no more than there are, unless the end was lost."""
        for name, number in (("the list of matches", self.known), ("a snapshot", kept.version if kept else 0)):
            if number > last:
                self._fault(last + 1, "lost", f"it is gone with all that followed: {name} knows of commit {number}")

    async def _snapshot(self) -> snapshot.Snapshot | None:
        stored = (await self.store.load(self.match)).snapshot
        if stored is None:
            return None
        kept = snapshot.read(stored.data)
        if kept is None:
            self._fault(stored.number, "snapshot", "the snapshot of it cannot be read")
        return kept

    async def _of_match(
        self, entries: list[Entry], commits: list[Commit], created: Created, kept: snapshot.Snapshot | None
    ) -> None:
        self.game, self.state = created.game, entries[-1].x or "not ended"
        secret = self._secret(created, ended=entries[-1].x is not None)
        if secret is not None:
            self.faults += [*proof.opened(secret, created, commits), *proof.draws(secret, commits)]
        self.faults += proof.named(commits)
        try:
            record = Record(self.match, await pack_of(self.store, self.games, created), entries, secret)
        except NotDone as missing:
            self._fault(1, "pack", str(missing))
            return
        self.faults += proof.pinned(record, created)
        if created.game in self.games:
            self._folded(self.games[created.game], record, kept)
        else:
            self.notes.append(f"this program does not have the game {created.game}")

    def _secret(self, created: Created, *, ended: bool) -> bytes | None:
        if created.server == keys.fingerprint(self.server_key):
            secret = secret_of(self.server_key, self.match, created)
            if secret is None:
                self._fault(1, "secret", "its match secret cannot be opened with the server key")
            return secret
        if ended:
            self.notes.append("made with another server key; it is read and needs none")
        else:
            self._fault(1, "key", "it was made with another server key, and can go on only under that one")
        return None

    def _folded(self, game: AnyGame, record: Record, kept: snapshot.Snapshot | None) -> None:
        """All events fold, and a snapshot by the same code holds what they fold to."""

        def compare(match: Match) -> None:
            if kept is None or kept.version != match.version or kept.code != snapshot.fingerprint(game):
                return
            if snapshot.of(match) != kept:
                self._fault(match.version, "snapshot", "the snapshot of it is not what the commits fold to")

        blank = Match(record.match, b"", game, record.pack, lambda _: record.secret or b"")
        done = replay(blank, record.entries, rules=False, folded=compare)
        if done.fault is not None:
            self.faults.append(done.fault)

"""All that a store keeps of one match, gathered for an archive or an inspection."""

from collections.abc import Mapping, Sequence

from cryptography.exceptions import InvalidTag

from domain.kernel.contract import AnyGame
from domain.kernel.match import proof
from domain.kernel.match.events import Created
from domain.kernel.match.proof import Record
from domain.kernel.pack import Pack
from service import keys
from service.audit import archive
from service.store.port import Store


class NotDone(Exception):
    """What was asked was not done; the message says why, in a sentence."""


async def record_of(store: Store, games: Mapping[str, AnyGame], server_key: bytes, match: str) -> Record:
    """All that a store keeps of a match, with its secret if that can be opened. NotDone."""
    entries = await store.read(match)
    if not entries:
        raise NotDone(f"There is no match {match} here.")
    commits = archive.read(entries)
    created = created_of(match, commits)
    secret = archive.secret_told(commits) or secret_of(server_key, match, created)
    return Record(match, await pack_of(store, games, created), entries, secret)


def created_of(match: str, commits: Sequence[proof.Commit]) -> Created:
    """The event that set the match up. NotDone when there is none."""
    created = proof.created(commits)
    if created is None:
        raise NotDone(f"The first commit of {match} does not set up a match.")
    return created


def secret_of(server_key: bytes, match: str, created: Created) -> bytes | None:
    """The match secret by the server key, or None when the match was made with another one."""
    if created.server != keys.fingerprint(server_key):
        return None
    try:
        return keys.decrypt(server_key, match, created.secret)
    except InvalidTag:
        return None


async def pack_of(store: Store, games: Mapping[str, AnyGame], created: Created) -> Pack:
    """The pack that a match pins, from the store or else from its game. NotDone when neither has it."""
    stored = await store.packs.get(created.pack)
    shipped = games[created.game].packs if created.game in games else ()
    found = [Pack(stored)] if stored is not None else [pack for pack in shipped if pack.hash == created.pack]
    if not found:
        raise NotDone(f"The pack {created.pack} is missing.")
    return found[0]
